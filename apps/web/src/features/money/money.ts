import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useRef } from 'react';
import {
  type CorrectionDto,
  type CorrectionStatus,
  type CorrectionsPage,
  correctionDtoSchema,
  correctionsPageSchema,
  type DecideCorrection,
  disputesSchema,
  farmBalanceSchema,
  farmBalancesSchema,
  type Id,
  ledgerCheckQueuedSchema,
  type MarkPaidBack,
  type MarkPayment,
  type Month,
  moneyDeskSchema,
  onboardingSchema,
  type ProposeCorrection,
  payoutsSchema,
  statementSchema,
  statementsSchema,
  type TestSeller,
  UNANSWERED_HOURS,
  type WaitingPayment,
  waitingPaymentSchema,
  waitingPaymentsSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { corrections, payouts, waitingPayments } from './money.live';

/** Whose books: the own farm's, or those of any farm for an admin. */
export type BooksOf = 'mine' | Id;

const statementsOf = (farm: BooksOf): string =>
  farm === 'mine'
    ? '/farms/mine/statements'
    : `/admin/money/farms/${encodeURIComponent(farm)}/statements`;

/** The path of a month of the own farm as a CSV file. */
export const entriesFile = (month: Month): string => `${statementsOf('mine')}/${month}/entries.csv`;

/** `GET …/statements`: the months of a farm, newest first. */
export function statementsQueryOptions(farm: BooksOf) {
  return queryOptions({
    queryKey: ['statements', 'list', farm] as const,
    queryFn: ({ signal }) => request(statementsSchema, statementsOf(farm), { signal }),
  });
}

/** `GET …/statements/:month`: a month with its entries. */
export function statementQueryOptions(farm: BooksOf, month: Month) {
  return queryOptions({
    queryKey: ['statements', 'month', farm, month] as const,
    queryFn: ({ signal }) => request(statementSchema, `${statementsOf(farm)}/${month}`, { signal }),
  });
}

/** `GET /farms/mine/payouts`: how the own farm is paid what its customers paid by card. */
export function payoutsQueryOptions() {
  return queryOptions({
    queryKey: ['statements', 'payouts'] as const,
    queryFn: ({ signal }) => request(payoutsSchema, '/farms/mine/payouts', { signal }),
  });
}

/** `POST /farms/mine/payouts/onboard`: the address of the provider's page. */
export function useOnboard() {
  return useMutation({
    mutationFn: () => request(onboardingSchema, '/farms/mine/payouts/onboard', { method: 'POST' }),
  });
}

/** `DELETE /farms/mine/payouts`. */
export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(payoutsSchema, '/farms/mine/payouts', { method: 'DELETE' }),
    onSuccess: (answer) => liveStore(client).put([payouts.of(answer)]),
  });
}

/** `POST /test-cards/sellers`: the farm has entered its data on the onboarding page of the test cards. */
export function useFinishTestOnboarding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TestSeller) =>
      request(payoutsSchema, '/test-cards/sellers', { method: 'POST', body }),
    onSuccess: (answer) => liveStore(client).put([payouts.of(answer)]),
  });
}

/** `GET /admin/money`: the market's own figures and the last check. */
export function moneyDeskQueryOptions() {
  return queryOptions({
    queryKey: ['money', 'desk'] as const,
    queryFn: ({ signal }) => request(moneyDeskSchema, '/admin/money', { signal }),
  });
}

/** `GET /admin/money/disputes`: those that are not decided. */
export function disputesQueryOptions() {
  return queryOptions({
    queryKey: ['money', 'disputes'] as const,
    queryFn: ({ signal }) => request(disputesSchema, '/admin/money/disputes', { signal }),
  });
}

/** `GET /admin/money/farms`: what is owed to whom, those that owe most first. */
export function farmBalancesQueryOptions() {
  return queryOptions({
    queryKey: ['money', 'farms'] as const,
    queryFn: ({ signal }) => request(farmBalancesSchema, '/admin/money/farms', { signal }),
  });
}

/** `GET /admin/money/card-payments`: those that wait, the longest first. */
export function waitingPaymentsQueryOptions() {
  return queryOptions({
    queryKey: ['money', 'card-payments'] as const,
    queryFn: ({ signal }) =>
      request(waitingPaymentsSchema, '/admin/money/card-payments', { signal }),
  });
}

/** Whether an admin has to do something about a payment: pay it back, or ask the provider. `now` in ms. */
export const needsAdmin = ({ wait }: WaitingPayment, now: number): boolean =>
  wait !== null &&
  (wait.reason === 'refund_refused' || now - Date.parse(wait.since) > UNANSWERED_HOURS * 3_600_000);

/** `GET /admin/money/corrections`, newest first. */
export function correctionsQueryOptions(status: CorrectionStatus) {
  return infiniteQueryOptions({
    queryKey: ['money', 'corrections', { status }] as const,
    queryFn: ({ pageParam, signal }): Promise<CorrectionsPage> =>
      request(correctionsPageSchema, '/admin/money/corrections', {
        query: { status, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: CorrectionsPage) => page.nextCursor ?? undefined,
  });
}

/** `POST /admin/money/check`: queues a check; its result arrives as an event. */
export function useLedgerCheck() {
  return useMutation({
    mutationFn: () => request(ledgerCheckQueuedSchema, '/admin/money/check', { method: 'POST' }),
  });
}

/** Sends a body with an idempotency key; the same body again has the same key, so that a retry does nothing twice. */
function useOnce() {
  const attempt = useRef<{ content: string; key: string } | null>(null);
  return (body: object) => {
    const content = JSON.stringify(body);
    if (attempt.current?.content !== content) attempt.current = { content, key: nanoid() };
    const headers = { 'Idempotency-Key': attempt.current.key };
    return { method: 'POST', headers, body } as const;
  };
}

/** `POST /admin/money/farms/:id/payments`; the balances are fetched again in any case, for a page that is not live. */
export function useMarkPayment(farmId: Id) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (payment: MarkPayment) =>
      request(farmBalanceSchema, `/admin/money/farms/${farmId}/payments`, once(payment)),
    onSettled: () => client.invalidateQueries({ queryKey: farmBalancesQueryOptions().queryKey }),
  });
}

/** `POST /admin/money/card-payments/:id/refunds`; the list is fetched again in any case, as above. */
export function useMarkPaidBack(paymentId: Id) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (paid: MarkPaidBack) =>
      request(waitingPaymentSchema, `/admin/money/card-payments/${paymentId}/refunds`, once(paid)),
    onSuccess: (payment) => liveStore(client).put([waitingPayments.of(payment)]),
    onSettled: () => client.invalidateQueries({ queryKey: waitingPaymentsQueryOptions().queryKey }),
  });
}

/** `POST /admin/money/corrections`. */
export function useProposeCorrection() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (proposal: ProposeCorrection) =>
      request(correctionDtoSchema, '/admin/money/corrections', once(proposal)),
    onSuccess: (correction) => liveStore(client).put([corrections.of(correction)]),
  });
}

/** `PATCH /admin/money/corrections/:id/decision`, of the version that was shown. */
export function useDecideCorrection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      correction: { _id, version },
      decision,
    }: {
      correction: CorrectionDto;
      decision: DecideCorrection['decision'];
    }) =>
      request(correctionDtoSchema, `/admin/money/corrections/${_id}/decision`, {
        method: 'PATCH',
        body: { version, decision } satisfies DecideCorrection,
      }),
    onSuccess: (correction) => liveStore(client).put([corrections.of(correction)]),
    onSettled: () => client.invalidateQueries({ queryKey: ['money'] }),
  });
}
