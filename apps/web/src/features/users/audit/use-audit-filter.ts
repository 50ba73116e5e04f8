import {
  type AuditFilter,
  auditActionSchema,
  auditTargetTypeSchema,
  beginningOf,
  idSchema,
  MAX_LENGTH,
} from '#libs/contracts';
import { dayRange, readDay, useUrlFilter } from '../../../lib/lists/url-filter';
import { marketZone } from '../../../lib/text/format';

/** The filters in the URL; days are the market's. */
export interface AuditSearch {
  q: string;
  action: string;
  targetType: string;
  actor: string;
  target: string;
  from: string;
  until: string;
}

function read(params: URLSearchParams): AuditSearch {
  return {
    q: beginningOf((params.get('q') ?? '').trim(), MAX_LENGTH.search),
    action: auditActionSchema.safeParse(params.get('action')).data ?? '',
    targetType: auditTargetTypeSchema.safeParse(params.get('targetType')).data ?? '',
    actor: idSchema.safeParse(params.get('actor')).data ?? '',
    target: idSchema.safeParse(params.get('target')).data ?? '',
    from: readDay(params, 'from'),
    until: readDay(params, 'until'),
  };
}

/** The request's filter: without empty fields, and including the last day. */
function toFilter({ from, until, ...chosen }: AuditSearch): AuditFilter {
  const filter = { ...chosen, ...dayRange(from, until, marketZone()) };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

/** The filter of the audit log, stored in the URL. */
export function useAuditFilter() {
  const address = useUrlFilter(read);
  return { ...address, filter: toFilter(address.search) };
}
