import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as z from 'zod';
import { orderDtoSchema, ordersPageSchema, ownProductDtoSchema } from '#libs/contracts';
import { ADDRESS, type HttpClient, ShopProcess, unpackDataDirectory, waitFor } from '#libs/testing';

const PASSWORD = 'farmgate-demo';
/** More orders than the free pages of the file have room for. */
const ORDERS_MAX = 500;

let dataDir: string;
let shop: ShopProcess;
let customer: HttpClient;
let farmer: HttpClient;
beforeAll(async () => {
  const archive = '../data-directories/2026-11-thousandths.tar.gz';
  dataDir = await unpackDataDirectory(join(import.meta.dirname, archive));
  shop = await ShopProcess.open(dataDir);
  customer = await shop.signIn('emma.castillo@demo.farmgate.test', PASSWORD);
  farmer = await shop.signIn('ruth.okafor@demo.farmgate.test', PASSWORD);
});
afterAll(async () => {
  await shop.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

/** Limits the size of the embedded MongoDB's files, which simulates a full disk. */
async function limitFiles(bytes: number | 'unlimited'): Promise<void> {
  const lock = await readFile(join(dataDir, 'mongo', 'server.lock'), 'utf8');
  const [pid = ''] = lock.split(' ');
  await promisify(execFile)('prlimit', ['--pid', pid, `--fsize=${bytes}:`]);
}

async function liveProduct(): Promise<{ productId: string; quantity: number }> {
  const { products } = z
    .object({ products: z.array(ownProductDtoSchema) })
    .parse((await farmer.get('/farms/mine/products')).body);
  const found = products.find((one) => one.status === 'live' && one.available >= one.minimum);
  if (!found) throw new Error('nothing is on sale');
  return { productId: found._id, quantity: found.minimum };
}
const ordersOf = async () =>
  ordersPageSchema.parse((await customer.get('/orders?limit=1')).body).orders[0]?._id;

it('a shop on a full disk refuses orders, reads, and goes on once there is space', async () => {
  const order = async (key: string) =>
    customer.post(
      '/orders',
      { items: [await liveProduct()], address: ADDRESS },
      { 'idempotency-key': key },
    );
  await limitFiles((await stat(join(dataDir, 'mongo', 'data.mdb'))).size);
  let newest = await ordersOf();
  let refused = await order('order-of-a-full-disk-0');
  let n = 0;
  while (refused.status === 201 && n < ORDERS_MAX) {
    newest = orderDtoSchema.parse(refused.body)._id;
    refused = await order(`order-of-a-full-disk-${++n}`);
  }

  expect(refused).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  expect(refused.body).toMatchObject({
    message: 'The shop cannot store anything at the moment. Please try again later',
    details: { reason: 'full' },
  });
  expect(refused.headers.get('retry-after')).toBe('30');
  // The refused order was not stored, not even later.
  expect(await ordersOf()).toBe(newest);
  for (const [client, path] of [
    [shop.visitor, '/products'],
    [customer, '/cart'],
    [farmer, '/orders'],
    [shop.visitor, '/health/live'],
  ] as const)
    expect([path, (await client.get(path)).status]).toEqual([path, 200]);
  expect(shop.child.exitCode).toBeNull();

  await limitFiles('unlimited');
  await waitFor(
    'the shop to be ready',
    async () => (await shop.visitor.get('/health/ready')).status === 200,
  );
  expect(await ordersOf()).toBe(newest);
  const placed = await order(`order-of-a-full-disk-${n}`);
  expect(placed.status).toBe(201);
  expect(await ordersOf()).toBe(orderDtoSchema.parse(placed.body)._id);
  const again = await order(`order-of-a-full-disk-${n}`);
  expect(orderDtoSchema.parse(again.body)._id).toBe(await ordersOf());
});
