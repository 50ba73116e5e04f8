import { X } from 'lucide-react';
import { auditActionSchema, auditTargetTypeSchema } from '#libs/contracts';
import { Button } from '../../ui/button';
import { Field, Input, Select } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { auditText as text } from './texts';
import type { AuditSearch } from './use-audit-filter';

/** Which acts are listed; all of it stands in the address. */
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
  return (
    <div className="mb-6 grid gap-4">
      <div className="grid gap-4 xs:grid-cols-2 lg:grid-cols-4">
        <Field name="action" label={text.filterAction}>
          <Select
            value={search.action}
            onChange={(event) => onChange({ action: event.target.value })}
          >
            <option value="">{text.anyAction}</option>
            {auditActionSchema.options.map((action) => (
              <option key={action} value={action}>
                {text.actions[action]}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="targetType" label={text.filterTarget}>
          <Select
            value={search.targetType}
            onChange={(event) => onChange({ targetType: event.target.value })}
          >
            <option value="">{text.anyTarget}</option>
            {auditTargetTypeSchema.options.map((type) => (
              <option key={type} value={type}>
                {text.targets[type]}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="from" label={text.from}>
          <Input
            type="date"
            value={search.from}
            onChange={(event) => onChange({ from: event.target.value })}
          />
        </Field>
        <Field name="until" label={text.until}>
          <Input
            type="date"
            value={search.until}
            onChange={(event) => onChange({ until: event.target.value })}
          />
        </Field>
      </div>
      {isFiltered && (
        <div className="flex flex-wrap gap-2">
          {chips.map(({ name, label }) => (
            <Button
              key={name}
              tone="outline"
              size="sm"
              aria-label={text.drop(label)}
              icon={<Icon of={X} size={16} />}
              onClick={() => onChange({ [name]: '' })}
            >
              {label}
            </Button>
          ))}
          <Button tone="ghost" size="sm" onClick={onClear}>
            {text.clear}
          </Button>
        </div>
      )}
    </div>
  );
}
