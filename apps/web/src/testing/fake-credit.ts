import {
  addDollars,
  type Credit,
  type CreditEntry,
  type CreditMoveKind,
  creditEntriesPageSchema,
  creditSchema,
  type EventPayload,
} from '#libs/contracts';
import { type Handler, ok } from './fake-response';
import { fakeId } from './fixtures';

/** A customer's store credit in memory. */
export class FakeCredit {
  credit: Credit = { balance: 0, version: 0 };
  readonly entries: CreditEntry[] = [];

  /** Changes it by an order; returns the event's payload. Below zero takes from it. */
  move(kind: CreditMoveKind, dollars: number, customerId = ''): EventPayload<'credit.changed'> {
    const { balance, version } = this.credit;
    const n = version + 1;
    this.credit = { balance: addDollars(balance, dollars), version: n };
    const order = { _id: fakeId('order', 0x3000 + n), code: `FG-CREDIT0${n}` };
    const at = `2026-11-2${n % 10}T10:00:00.000Z`;
    const entry: CreditEntry = {
      _id: fakeId('part', 0x3000 + n),
      at,
      kind,
      amount: dollars,
      order,
    };
    this.entries.unshift(entry);
    return { customerId, credit: this.credit, entries: [entry] };
  }
}

export function addCreditRoutes(server: {
  readonly credit: FakeCredit;
  on(route: string, handler: Handler): void;
}): void {
  const { credit } = server;
  server.on('GET /api/v1/credit', () => ok(creditSchema, credit.credit));
  server.on('GET /api/v1/credit/entries', () =>
    ok(creditEntriesPageSchema, {
      entries: credit.entries,
      nextCursor: null,
      total: credit.entries.length,
    }),
  );
}
