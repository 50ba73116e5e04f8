import { useSearchParams } from 'react-router-dom';
import {
  fulfilmentSchema,
  idSchema,
  type OrdersFilter,
  orderStatusSchema,
  partStatusSchema,
} from '#libs/contracts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
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

/** The moment at which a day begins where the reader is; `plus` days later. */
function startOf(day: string, plus = 0): string | undefined {
  if (!DAY.test(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date + plus);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function read(params: URLSearchParams): OrdersSearch {
  const text = (name: keyof OrdersSearch) => params.get(name) ?? '';
  const day = (name: keyof OrdersSearch) => (DAY.test(text(name)) ? text(name) : '');
  return {
    q: text('q').trim(),
    status: orderStatusSchema.safeParse(text('status')).data ?? '',
    partStatus: partStatusSchema.safeParse(text('partStatus')).data ?? '',
    fulfilment: fulfilmentSchema.safeParse(text('fulfilment')).data ?? '',
    farm: idSchema.safeParse(text('farm')).data ?? '',
    customer: idSchema.safeParse(text('customer')).data ?? '',
    from: day('from'),
    until: day('until'),
  };
}

/** What the server is asked for: only what is set, and the last day to its end. */
function toFilter({ q, from, until, ...chosen }: OrdersSearch): OrdersFilter {
  const asked = {
    ...chosen,
    q: q.length < SHORTEST_SEARCH ? '' : q,
    from: startOf(from),
    to: startOf(until, 1),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}

/** Which orders are listed; all of it in the address. */
export function useOrdersFilter() {
  const [params, setParams] = useSearchParams();
  const search = read(params);
  const set = (change: Partial<OrdersSearch>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true });
  };
  const isFiltered = Object.values(search).some((value) => value !== '');
  return { search, filter: toFilter(search), isFiltered, set, clear: () => setParams({}) };
}
