import { auditActionSchema, auditTargetTypeSchema } from '#libs/contracts';
import {
  ChoiceFilter,
  DayFilter,
  FilterChips,
  FilterFields,
  SearchFilter,
} from '../../../ui/filters';
import { auditText as text } from '../texts';
import type { AuditSearch } from './use-audit-filter';

/** The filters of the audit log. */
export function AuditFilters({
  search,
  isFiltered,
  onChange,
  onClear,
}: {
  search: AuditSearch;
  isFiltered: boolean;
  onChange: (change: Partial<AuditSearch>) => void;
  onClear: () => void;
}) {
  const chips = [
    { name: 'actor' as const, label: text.actorFilter },
    { name: 'target' as const, label: text.targetFilter },
  ].filter(({ name }) => search[name] !== '');
  const field = (name: keyof AuditSearch) => ({
    name,
    value: search[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const { action, targetType, from, until } = search;
  const setCount = [action, targetType, from, until].filter(Boolean).length;
  return (
    <div className="mb-6 grid gap-4">
      <SearchFilter
        label={text.search}
        value={search.q}
        onChange={(q) => onChange({ q })}
        className="max-w-md"
      />
      <FilterFields setCount={setCount} className="grid gap-4 2xs:grid-cols-2 lg:grid-cols-4">
        <ChoiceFilter
          {...field('action')}
          label={text.filterAction}
          any={text.anyAction}
          options={auditActionSchema.options.map((one) => [one, text.actions[one]] as const)}
        />
        <ChoiceFilter
          {...field('targetType')}
          label={text.filterTarget}
          any={text.anyTarget}
          options={auditTargetTypeSchema.options.map((one) => [one, text.targets[one]] as const)}
        />
        <DayFilter {...field('from')} label={text.from} />
        <DayFilter {...field('until')} label={text.until} />
      </FilterFields>
      {isFiltered && (
        <FilterChips
          chips={chips}
          clear={text.clear}
          onDrop={(name) => onChange({ [name]: '' })}
          onClear={onClear}
        />
      )}
    </div>
  );
}
