import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { trafficOf } from './traffic.js';

const server = createServer();
const traffic = trafficOf(server);
/** Requests to `/slow`, which the test answers. */
const slow: ServerResponse[] = [];
const long = 'Brandywine, Größe 3. '.repeat(2_000);
let port = 0;
beforeAll(async () => {
  server.on('request', ({ url }, response) => {
    if (url === '/slow') slow.push(response);
    else response.end(url === '/long' ? long : 'short');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
const request = (path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 0\r\n\r\n`;
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate);
};
async function read(socket: Socket): Promise<string> {
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

it('counts pipelined requests that wait behind a slow one', async () => {
  const socket = await open();
  socket.write(request('/slow') + request('/short') + request('/short'));
  await until(() => traffic.size === 3);
  slow.pop()?.end('at last');
  await until(() => traffic.size === 0);
  socket.destroy();
});

it('forgets the requests of a connection that was cut, also of a slow reader', async () => {
  for (const requests of [request('/long').repeat(400), request('/slow') + request('/short')]) {
    const socket = await open();
    socket.pause().write(requests);
    await until(() => traffic.size > 0);
    socket.destroy();
    await until(() => traffic.size === 0);
  }
});

it('drains: each answer closes its connection, and then no connection is accepted', async () => {
  const [idle, busy] = [await open(), await open()];
  busy.write(request('/slow'));
  await until(() => traffic.size === 1);
  const draining = traffic.drain(20, 5_000);
  expect(traffic.isDraining).toBe(true);
  idle.write(request('/short'));
  expect(await read(idle)).toMatch(/^connection: close$/im);
  await until(() => !server.listening);
  slow.pop()?.end('at last');
  expect(await read(busy)).toMatch(/at last/);
  await draining;
  await expect(open()).rejects.toThrow('ECONNREFUSED');
});
