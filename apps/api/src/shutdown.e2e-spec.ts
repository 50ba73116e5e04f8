import { Agent, type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Marketplace, TestProcess, waitFor } from '#libs/testing';

/** Clients that send one request after the other, each on a keep-alive connection. */
const CLIENTS = 12;

let market: Marketplace;
let api: TestProcess;
beforeAll(async () => {
  market = await Marketplace.open();
  const farm = await market.farm();
  await market.product(farm);
  // Long enough for clients on a busy machine to see that it is not ready, and to send further requests.
  api = await TestProcess.start('api', market, { SHUTDOWN_GRACE_SECONDS: '5' });
});
afterAll(async () => {
  await api?.signal('SIGKILL');
  await market?.close();
});

interface Result {
  readonly status: number;
  readonly connection: string | undefined;
}

/** One request without retries; rejects with the error of the network. */
function ask(agent: Agent, port: number, path: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const call: ClientRequest = request(
      { agent, host: '127.0.0.1', port, path: `/api/v1${path}` },
      (answer) => {
        answer.resume();
        const { statusCode: status = 0, headers } = answer;
        answer.on('end', () => resolve({ status, connection: headers.connection }));
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end();
  });
}

it('an api that shuts down answers every request until no more are routed to it', async () => {
  const agent = new Agent({ keepAlive: true });
  const other = Number(new URL(market.url).port);
  const responses: Result[] = [];
  let port = api.port;
  let isOver = false;
  const client = async () => {
    while (!isOver) responses.push(await ask(agent, port, '/products?limit=24'));
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  await waitFor('all clients to be served', () => responses.length > CLIENTS * 5);
  expect(new Set(responses.map(({ connection }) => connection))).toEqual(new Set(['keep-alive']));

  const ended = api.signal('SIGTERM');
  // Probes as a load balancer does.
  const ready = () => ask(new Agent(), api.port, '/health/ready');
  await waitFor('it to report that it is not ready', async () => (await ready()).status === 503);
  expect(await ask(new Agent(), api.port, '/health/live')).toMatchObject({ status: 200 });
  const before = responses.length;
  await waitFor(
    'it to serve requests that are still routed to it',
    () => responses.length > before + CLIENTS * 3,
  );
  const late = responses.slice(before + CLIENTS);
  expect(new Set(late.map(({ connection }) => connection))).toEqual(new Set(['close']));
  port = other;
  await ended;
  isOver = true;
  await clients; // no connection was cut
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  agent.destroy();
});
