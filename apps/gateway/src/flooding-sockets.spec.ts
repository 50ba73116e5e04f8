import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { cutWhenFlooding, PACKETS_PER_SECOND } from './flooding-sockets.js';

class Line extends EventEmitter {
  closed = 0;
  close(): void {
    this.closed += 1;
  }
}

it('ends a connection with the first packet that is one too many in a second', () => {
  const line = new Line();
  let time = 5_000;
  cutWhenFlooding(line as unknown as Parameters<typeof cutWhenFlooding>[0], () => time);
  const send = (packets: number) => {
    for (let n = 0; n < packets; n++) line.emit('packet');
  };
  send(PACKETS_PER_SECOND);
  time += 999;
  expect(line.closed).toBe(0);
  send(1);
  expect(line.closed).toBe(1);

  time += 1;
  send(PACKETS_PER_SECOND);
  expect(line.closed).toBe(1);
});
