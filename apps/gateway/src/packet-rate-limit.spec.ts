import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { limitPacketRate, PACKETS_PER_SECOND } from './packet-rate-limit.js';

class Connection extends EventEmitter {
  closed = 0;
  close(): void {
    this.closed += 1;
  }
}

it('closes a connection at the first packet above the rate', () => {
  const connection = new Connection();
  let time = 5_000;
  limitPacketRate(connection as unknown as Parameters<typeof limitPacketRate>[0], () => time);
  const send = (packets: number) => {
    for (let n = 0; n < packets; n++) connection.emit('packet');
  };
  send(PACKETS_PER_SECOND);
  time += 999;
  expect(connection.closed).toBe(0);
  send(1);
  expect(connection.closed).toBe(1);

  time += 1;
  send(PACKETS_PER_SECOND);
  expect(connection.closed).toBe(1);
});
