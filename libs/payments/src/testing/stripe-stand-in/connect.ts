import type Stripe from 'stripe';
import * as z from 'zod';
import { ApiError, invalid, missing } from './api-error.js';
import { endpoint, pageOf, type World } from './endpoint.js';
import { flag, metadata, page, positive, takes, text } from './parameters.js';
import * as objects from './stripe-objects.js';

export const connectEndpoints = [
  endpoint(
    'POST',
    '/v1/accounts',
    takes({
      country: z.literal('US'),
      email: z.email(),
      metadata: metadata.optional(),
      capabilities: z.strictObject({ transfers: z.strictObject({ requested: flag }) }),
      controller: z.strictObject({
        fees: z.strictObject({ payer: z.enum(['account', 'application']) }),
        losses: z.strictObject({ payments: z.enum(['application', 'stripe']) }),
        requirement_collection: z.enum(['application', 'stripe']),
        stripe_dashboard: z.strictObject({ type: z.enum(['express', 'full', 'none']) }),
      }),
    }),
    ({ books }, { email, metadata: marks }) => {
      const id = books.id('acct');
      books.records.accounts[id] = {
        ...structuredClone(objects.account),
        id,
        email,
        created: books.seconds,
        metadata: marks ?? {},
      };
      return books.records.accounts[id];
    },
  ),
  endpoint('GET', '/v1/accounts/:id', takes({}), (world, _, id) => {
    const account = world.books.records.accounts[id];
    if (account) return account;
    throw new ApiError(403, {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${id}'.`,
    });
  }),
  endpoint(
    'POST',
    '/v1/account_links',
    takes({
      account: text,
      type: z.enum(['account_onboarding', 'account_update']),
      return_url: z.url(),
      refresh_url: z.url(),
    }),
    ({ books, address }, { account }) => {
      if (!books.records.accounts[account]) throw missing('account', account, 'account', 400);
      return {
        ...objects.accountLink,
        created: books.seconds,
        expires_at: books.seconds + 300,
        url: `${address()}/setup/s/${account}/${books.id('link')}`,
      };
    },
  ),
  endpoint(
    'POST',
    '/v1/transfers',
    takes({
      amount: positive,
      currency: z.literal('usd'),
      destination: text,
      source_transaction: text,
      metadata: metadata.optional(),
    }),
    (world, { amount, destination, source_transaction: source, metadata: marks }) => {
      const { books, events } = world;
      const { accounts, charges, transfers } = books.records;
      const account = accounts[destination];
      if (!account) throw missing('destination', destination, 'destination', 400);
      if (account.capabilities?.transfers !== 'active')
        throw invalid('Your destination account needs the capability transfers.', {
          code: 'insufficient_capabilities_for_transfer',
        });
      const charge = charges[source];
      if (!charge) throw missing('charge', source, 'source_transaction', 400);
      const used = Object.values(transfers)
        .filter((transfer) => transfer.source_transaction === source)
        .reduce((sum, transfer) => sum + transfer.amount, 0);
      if (amount > charge.amount_captured - used)
        throw invalid('Transfers must not exceed the source amount.', { param: 'amount' });
      const id = books.id('tr');
      transfers[id] = {
        ...structuredClone(objects.transfer),
        id,
        amount,
        amount_reversed: 0,
        created: books.seconds,
        destination,
        source_transaction: source,
        metadata: marks ?? {},
      };
      events.emit('transfer.created', transfers[id]);
      payOut(world, destination, amount);
      return transfers[id];
    },
  ),
  endpoint('GET', '/v1/transfers/:id', takes({}), (world, _, id) => transferOf(world, id)),
  endpoint(
    'GET',
    '/v1/transfers',
    takes({ ...page, destination: text.optional() }),
    ({ books }, query) =>
      pageOf(
        '/v1/transfers',
        Object.values(books.records.transfers).filter(
          ({ destination }) => query.destination === undefined || destination === query.destination,
        ),
        query,
      ),
  ),
  endpoint(
    'POST',
    '/v1/transfers/:id/reversals',
    takes({ amount: positive.optional(), metadata: metadata.optional() }),
    (world, { amount, metadata: marks }, of) => {
      const { books, events } = world;
      const transfer = transferOf(world, of);
      const left = transfer.amount - transfer.amount_reversed;
      const cents = amount ?? left;
      if (cents > left)
        throw invalid('Reversal amount is greater than unreversed amount on transfer', {
          param: 'amount',
        });
      const id = books.id('trr');
      const reversal = {
        ...objects.transferReversal,
        id,
        amount: cents,
        created: books.seconds,
        transfer: of,
        metadata: marks ?? {},
      };
      books.records.reversals[id] = reversal;
      transfer.amount_reversed += cents;
      transfer.reversed = transfer.amount_reversed === transfer.amount;
      events.emit('transfer.reversed', transfer);
      return reversal;
    },
  ),
  endpoint('GET', '/v1/transfers/:id/reversals', takes(page), (world, query, id) => {
    const transfer = transferOf(world, id);
    const reversals = Object.values(world.books.records.reversals);
    return pageOf(
      `/v1/transfers/${id}/reversals`,
      reversals.filter((reversal) => reversal.transfer === transfer.id),
      query,
    );
  }),
];

/** The seller gives their data on Stripe's page. */
export function finishOnboarding({ books, events }: World, id: string): void {
  const account = books.records.accounts[id];
  if (!account) return;
  account.capabilities = { transfers: 'active' };
  account.details_submitted = true;
  account.payouts_enabled = true;
  if (account.requirements) {
    account.requirements.currently_due = [];
    account.requirements.disabled_reason = null;
  }
  events.emit('account.updated', account, id);
}

/** Stripe pays sellers out by itself; the plan says whose bank returns it. */
function payOut({ books, events, plan }: World, account: string, amount: number): void {
  const id = books.id('po');
  const returned = plan().event(id) === 'payout_returned';
  const payout: Stripe.Payout = {
    ...objects.payout,
    id,
    amount,
    created: books.seconds,
    status: returned ? 'failed' : 'paid',
    failure_code: returned ? 'account_closed' : null,
  };
  books.records.payouts[id] = payout;
  events.emit(returned ? 'payout.failed' : 'payout.paid', payout, account);
}

function transferOf({ books }: World, id: string): Stripe.Transfer {
  const transfer = books.records.transfers[id];
  if (!transfer) throw missing('transfer', id, 'transfer');
  return transfer;
}
