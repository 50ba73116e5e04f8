import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  addDollars,
  type CardPaymentDto,
  type Id,
  ORDERS_FRESH_MS,
  type OrderDto,
  orderPaymentsSchema,
  type Role,
} from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `GET /orders/:id/payments`: what became of the money of each part that a card pays. */
export function orderPaymentsQueryOptions(orderId: Id) {
  return queryOptions({
    queryKey: ['order-payments', 'list', orderId] as const,
    queryFn: ({ signal }) =>
      request(orderPaymentsSchema, `/orders/${encodeURIComponent(orderId)}/payments`, { signal }),
    staleTime: ORDERS_FRESH_MS,
  });
}

/** The payments of an order by card; undefined while they are not known, and for a farm, which does not see them. */
export function useOrderPayments(
  { _id, payment }: Pick<OrderDto, '_id' | 'payment'>,
  viewer: Role,
): readonly CardPaymentDto[] | undefined {
  const enabled = payment.method === 'card' && viewer !== 'farmer';
  return useQuery({ ...orderPaymentsQueryOptions(_id), enabled }).data?.payments;
}

/** What cards hold, or will hold, in dollars. */
export const heldIn = (
  state: 'authorised' | 'saved',
  payments: readonly CardPaymentDto[],
): number => addDollars(...payments.filter((one) => one.state === state).map(({ held }) => held));

/** What has to be paid again, in dollars. */
export const unpaidOf = (payments: readonly CardPaymentDto[]): number =>
  addDollars(...payments.map(({ unpaid }) => unpaid));
