import { useSearchParams } from 'react-router-dom';
import {
  type AuditFilter,
  auditActionSchema,
  auditTargetTypeSchema,
  idSchema,
} from '#libs/contracts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filters as they stand in the address; days are the reader's own. */
export interface AuditSearch {
  action: string;
  targetType: string;
  actor: string;
  target: string;
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

function read(search: URLSearchParams): AuditSearch {
  const text = (name: keyof AuditSearch) => search.get(name) ?? '';
  return {
    action: auditActionSchema.safeParse(text('action')).data ?? '',
    targetType: auditTargetTypeSchema.safeParse(text('targetType')).data ?? '',
    actor: idSchema.safeParse(text('actor')).data ?? '',
    target: idSchema.safeParse(text('target')).data ?? '',
    from: DAY.test(text('from')) ? text('from') : '',
    until: DAY.test(text('until')) ? text('until') : '',
  };
}

/** What the server is asked for: only what is set, and the last day to its end. */
function toFilter({ from, until, action, targetType, actor, target }: AuditSearch): AuditFilter {
  const asked = {
    action: action || undefined,
    targetType: targetType || undefined,
    actor: actor || undefined,
    target: target || undefined,
    from: startOf(from),
    to: startOf(until, 1),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

export function useAuditFilter() {
  const [params, setParams] = useSearchParams();
  const search = read(params);
  const set = (change: Partial<AuditSearch>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true });
  };
  const isFiltered = Object.values(search).some((value) => value !== '');
  return { search, filter: toFilter(search), isFiltered, set, clear: () => setParams({}) };
}
