import {
  fulfilmentSchema,
  idSchema,
  type OrdersFilter,
  orderStatusSchema,
  partStatusSchema,
} from '#libs/contracts';
import { readDay, startOfDay, useFilterInAddress } from '../../lib/filter-in-address';

const SHORTEST_SEARCH = 2;

/** The filters as they stand in the address; days are the reader's own. */
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
    status: orderStatusSchema.safeParse(params.get('status')).data ?? '',
    partStatus: partStatusSchema.safeParse(params.get('partStatus')).data ?? '',
    fulfilment: fulfilmentSchema.safeParse(params.get('fulfilment')).data ?? '',
    farm: idSchema.safeParse(params.get('farm')).data ?? '',
    customer: idSchema.safeParse(params.get('customer')).data ?? '',
    from: readDay(params, 'from'),
    until: readDay(params, 'until'),
  };
}

/** What the server is asked for: only what is set, and the last day to its end. */
function toFilter({ q, from, until, ...chosen }: OrdersSearch): OrdersFilter {
  const asked = {
    ...chosen,
    q: q.length < SHORTEST_SEARCH ? '' : q,
    from: startOfDay(from),
    to: startOfDay(until, 1),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}

/** Which orders are listed; all of it in the address. */
export function useOrdersFilter() {
  const address = useFilterInAddress(read);
  return { ...address, filter: toFilter(address.search) };
}
