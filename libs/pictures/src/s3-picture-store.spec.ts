import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { S3PictureStore } from './s3-picture-store.js';

/** A fake bucket: stores objects in memory, and responds 403 to unsigned requests. */
const objects = new Map<string, Buffer>();
const calls: { readonly method: string; readonly path: string; readonly signed: string }[] = [];
let broken = false;
let movedTo: string | null = null;
let server: Server;
let store: S3PictureStore;

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url: path = '' } = request;
      const signed = request.headers.authorization ?? '';
      calls.push({ method, path, signed });
      if (movedTo !== null) return response.writeHead(307, { location: movedTo }).end();
      if (broken || !signed.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
        return response.writeHead(broken ? 500 : 403).end();
      if (method === 'PUT') objects.set(path, body);
      if (method === 'DELETE') objects.delete(path);
      const found = method === 'GET' ? objects.get(path) : Buffer.alloc(0);
      return response.writeHead(found ? 200 : 404).end(found);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  store = new S3PictureStore({
    address: `http://127.0.0.1:${port}/farm-pictures`,
    region: 'eu-test-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  objects.clear();
  calls.length = 0;
  broken = false;
  movedTo = null;
});

const NAME = `${'a'.repeat(40)}-800.webp`;
const PATH = `/farm-pictures/pictures/${NAME}`;

it('follows no redirect, which could lead anywhere', async () => {
  movedTo = '/elsewhere';
  await expect(store.get(NAME)).rejects.toThrow();
  expect(calls.map(({ path }) => path)).not.toContain('/elsewhere');
});

it('stores, returns and deletes a picture by name, with each request signed for the region', async () => {
  const bytes = Buffer.from([0, 1, 2, 255]);
  await store.put(NAME, bytes);
  expect(objects.get(PATH)).toEqual(bytes);
  expect(await store.get(NAME)).toEqual(bytes);
  await store.delete(NAME);
  expect(await store.get(NAME)).toBeNull();
  expect(calls.map(({ method, path }) => [method, path])).toEqual([
    ['PUT', PATH],
    ['GET', PATH],
    ['DELETE', PATH],
    ['GET', PATH],
  ]);
  for (const { signed } of calls) expect(signed).toContain('/eu-test-1/s3/aws4_request');
});

it('throws when the bucket fails, instead of reporting a missing picture', async () => {
  broken = true;
  await expect(store.get(NAME)).rejects.toThrow('answered 500 to GET');
  await expect(store.put(NAME, Buffer.alloc(1))).rejects.toThrow('answered 500 to PUT');
});

it.each(['../secret', `${'a'.repeat(40)}-800.webp/..`, 'a.webp', ''])(
  'sends no request for an invalid name: %j',
  async (name) => {
    await expect(store.get(name)).rejects.toThrow('not the name of a picture');
    expect(calls).toEqual([]);
  },
);
