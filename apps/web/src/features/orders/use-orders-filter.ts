import {
  fulfilmentSchema,
  idSchema,
  type OrdersFilter,
  orderStatusFilterSchema,
  partStatusSchema,
} from '#libs/contracts';
import { dayRange, readDay, useUrlFilter } from '../../lib/lists/url-filter';
import { marketZone } from '../../lib/text/format';

const SEARCH_MIN_LENGTH = 2;

/** The filters in the URL; days are the market's. */
export interface OrdersSearch {
  q: string;
  status: string;
  partStatus: string;
  fulfilment: string;
  farm: string;
  customer: string;
  from: string;
  until: string;
}

function read(params: URLSearchParams): OrdersSearch {
  return {
    q: (params.get('q') ?? '').trim(),
    status: orderStatusFilterSchema.safeParse(params.get('status')).data ?? '',
    partStatus: partStatusSchema.safeParse(params.get('partStatus')).data ?? '',
    fulfilment: fulfilmentSchema.safeParse(params.get('fulfilment')).data ?? '',
    farm: idSchema.safeParse(params.get('farm')).data ?? '',
    customer: idSchema.safeParse(params.get('customer')).data ?? '',
    from: readDay(params, 'from'),
    until: readDay(params, 'until'),
  };
}

/** The request's filter: without empty fields, and including the last day. */
function toFilter({ q, from, until, ...chosen }: OrdersSearch): OrdersFilter {
  const filter = {
    ...chosen,
    q: q.length < SEARCH_MIN_LENGTH ? '' : q,
    ...dayRange(from, until, marketZone()),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

/** The filter of the orders, stored in the URL. */
export function useOrdersFilter() {
  const address = useUrlFilter(read);
  return { ...address, filter: toFilter(address.search) };
}
