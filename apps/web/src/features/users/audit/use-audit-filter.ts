import {
  type AuditFilter,
  auditActionSchema,
  auditTargetTypeSchema,
  idSchema,
} from '#libs/contracts';
import { readDay, startOfDay, useFilterInAddress } from '../../../lib/filter-in-address';

/** The filters as they stand in the address; days are the reader's own. */
export interface AuditSearch {
  action: string;
  targetType: string;
  actor: string;
  target: string;
  from: string;
  until: string;
}

function read(params: URLSearchParams): AuditSearch {
  return {
    action: auditActionSchema.safeParse(params.get('action')).data ?? '',
    targetType: auditTargetTypeSchema.safeParse(params.get('targetType')).data ?? '',
    actor: idSchema.safeParse(params.get('actor')).data ?? '',
    target: idSchema.safeParse(params.get('target')).data ?? '',
    from: readDay(params, 'from'),
    until: readDay(params, 'until'),
  };
}

/** What the server is asked for: only what is set, and the last day to its end. */
function toFilter({ from, until, ...chosen }: AuditSearch): AuditFilter {
  const asked = { ...chosen, from: startOfDay(from), to: startOfDay(until, 1) };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}

/** Which acts are listed; all of it in the address. */
export function useAuditFilter() {
  const address = useFilterInAddress(read);
  return { ...address, filter: toFilter(address.search) };
}
