import { Agent, type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Marketplace, TestProcess, waitFor } from '#libs/testing';

/** People who ask one after the other, each on a connection that is kept. */
const PEOPLE = 12;

let market: Marketplace;
let api: TestProcess;
beforeAll(async () => {
  market = await Marketplace.open();
  const farm = await market.farm();
  await market.product(farm);
  api = await TestProcess.start('api', market, { SHUTDOWN_GRACE_SECONDS: '1' });
}, 90_000);
afterAll(async () => {
  await api?.signal('SIGKILL');
  await market?.close();
});

interface Heard {
  readonly status: number;
  readonly connection: string | undefined;
}

/** One request, which nobody repeats; rejects with what the network says. */
function ask(agent: Agent, port: number, path: string): Promise<Heard> {
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

it('an api that is told to end answers everybody who asks, until nobody is sent there any more', async () => {
  const agent = new Agent({ keepAlive: true });
  const other = Number(new URL(market.url).port);
  const heard: Heard[] = [];
  let port = api.port;
  let isOver = false;
  const person = async () => {
    while (!isOver) heard.push(await ask(agent, port, '/products?limit=24'));
  };
  const people = Promise.all(Array.from({ length: PEOPLE }, person));
  await waitFor('everybody to be served', () => heard.length > PEOPLE * 5);
  expect(new Set(heard.map(({ connection }) => connection))).toEqual(new Set(['keep-alive']));

  const ended = api.signal('SIGTERM');
  // as whoever hands requests out finds out that it should not any more
  const ready = () => ask(new Agent(), api.port, '/health/ready');
  await waitFor('it to say that it is not ready', async () => (await ready()).status === 503);
  expect(await ask(new Agent(), api.port, '/health/live')).toMatchObject({ status: 200 });
  const before = heard.length;
  await waitFor('it to serve those who are still sent', () => heard.length > before + PEOPLE * 3);
  const late = heard.slice(before + PEOPLE);
  expect(new Set(late.map(({ connection }) => connection))).toEqual(new Set(['close']));
  port = other;
  await ended;
  isOver = true;
  await people; // and nobody's line was cut
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
  agent.destroy();
}, 60_000);
