import { createHash } from 'node:crypto';

/** What happens to one request. A lost one is not seen; `lose_answer` and `late` do what was asked. */
export type RequestFault = 'lose_request' | 'lose_answer' | 'late' | 'server_error' | 'rate_limit';
/** What happens to one event. */
export type EventFault = 'twice' | 'first' | 'late' | 'out_of_order' | 'lost' | 'payout_returned';

export interface FaultPlan {
  /** `attempt` counts the requests with this key from 0. */
  request(path: string, key: string, attempt: number): RequestFault | undefined;
  event(id: string): EventFault | undefined;
}

export const NO_FAULTS: FaultPlan = { request: () => undefined, event: () => undefined };

const REQUESTS: RequestFault[] = [
  'lose_request',
  'lose_answer',
  'late',
  'server_error',
  'rate_limit',
];
const EVENTS: EventFault[] = ['twice', 'first', 'late', 'out_of_order', 'lost', 'payout_returned'];

/**
 * A plan by seed: `share` of all requests and events meet a fault. It depends on the key and the attempt only, and so stays
 * the same when requests come in another order.
 */
export function seededFaults(seed: number, share: number): FaultPlan {
  const draw = <Fault>(name: string, faults: readonly Fault[]): Fault | undefined => {
    const hash = createHash('sha256').update(`${seed} ${name}`).digest();
    if (hash.readUInt32BE(0) / 2 ** 32 >= share) return undefined;
    return faults[hash.readUInt32BE(4) % faults.length];
  };
  return {
    request: (_path, key, attempt) => draw(`${key} ${attempt}`, REQUESTS),
    event: (id) => draw(id, EVENTS),
  };
}

const MONEY = /^\/v1\/(payment_intents|refunds|transfers)/;

/** The first request of each key that moves money meets a fault; events as given. */
export function firstOf(fault: RequestFault | undefined, event?: EventFault): FaultPlan {
  return {
    request: (path, _key, attempt) => (attempt === 0 && MONEY.test(path) ? fault : undefined),
    event: () => event,
  };
}
