import type { Steps } from '../acting/acts.js';
import { actFor } from '../acting/load.js';
import { Caller, request } from '../runner/caller.js';
import { timesOf } from '../runner/measure.js';
import { draw } from '../runner/table.js';

/** A shop on this machine, with the flows of its shoppers. */
export interface Peer {
  readonly port: number;
  /** A page of 24 products. */
  readonly list: (client: number) => Steps;
  readonly page: (client: number) => Steps;
  /** Three cart changes and an order of the cart, with all requests that the shop's own storefront sends. */
  readonly order: (client: number) => Steps;
}

const FLOWS = [
  ['product list', 'list'],
  ['product page', 'page'],
  ['three cart changes and an order', 'order'],
] as const;
const HEADS = ['flow', 'clients', 'per s', 'p50', 'p95 ms'];

/** Seconds of warm-up in which a server compiles its code; not measured. */
const WARM_UP = 5;

export async function compare(
  peer: Peer,
  crowds: readonly number[],
  seconds: number,
): Promise<string> {
  const lines: string[][] = [];
  for (const [name, flow] of FLOWS) {
    const play = async (clients: number, lasting: number) => {
      const all = Array.from({ length: clients }, () => Caller.to(peer.port, true));
      const callers = await Promise.all(all);
      const round = await actFor(lasting, callers, peer[flow]);
      for (const caller of callers) caller.close();
      return round;
    };
    await play(crowds.at(-1) ?? 1, WARM_UP);
    for (const clients of crowds) {
      const { took, perSecond } = await play(clients, seconds);
      const { p50, p95 } = timesOf(took);
      const figures = [perSecond.toFixed(1), p50.toFixed(1), p95.toFixed(1)];
      lines.push([name, String(clients), ...figures]);
    }
  }
  return draw(HEADS, lines, (at) => at === 0);
}

/** A request with a JSON body and the expected status 200. */
export const asking = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
) => ({ bytes: request(method, path, headers, body && JSON.stringify(body)), status: 200 });

/** Sends a JSON request outside the measurements. */
export async function json(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<{ body: unknown; headers: Headers }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return { body: await answer.json(), headers: answer.headers };
}

/** The n-th entry of a list, modulo its length. */
export function nth<Entry>(list: readonly Entry[], n: number): Entry {
  const entry = list[n % list.length];
  if (entry === undefined) throw new Error('the shop has no products');
  return entry;
}
