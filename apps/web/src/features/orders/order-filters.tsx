import { Search, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { fulfilmentSchema, orderStatusSchema, partStatusSchema } from '#libs/contracts';
import { Button } from '../../ui/button';
import { Field, Input, Select } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { uiText } from '../../ui/texts';
import { ordersText as text } from './texts';
import type { OrdersSearch } from './use-orders-filter';

type Change = (change: Partial<OrdersSearch>) => void;

/** Which orders an admin looks at: by words, state, way, time, farm and customer. */
export function OrderFilters({
  search,
  isFiltered,
  onChange,
  onClear,
}: {
  search: OrdersSearch;
  isFiltered: boolean;
  onChange: Change;
  onClear: () => void;
}) {
  const chips = [
    { name: 'farm' as const, label: text.farmFilter },
    { name: 'customer' as const, label: text.customerFilter },
  ].filter(({ name }) => search[name] !== '');
  return (
    <div className="mb-6 grid gap-4">
      <SearchField key={search.q} q={search.q} onChange={onChange} />
      <div className="grid gap-4 xs:grid-cols-2 lg:grid-cols-5">
        <Choice
          name="status"
          label={text.filterStatus}
          any={text.anyStatus}
          options={orderStatusSchema.options.map((one) => [one, uiText.statuses[one]] as const)}
          search={search}
          onChange={onChange}
        />
        <Choice
          name="partStatus"
          label={text.filterStep}
          any={text.anyStep}
          options={partStatusSchema.options.map((one) => [one, uiText.statuses[one]] as const)}
          search={search}
          onChange={onChange}
        />
        <Choice
          name="fulfilment"
          label={text.filterWay}
          any={text.anyWay}
          options={fulfilmentSchema.options.map((one) => [one, text.ways[one]] as const)}
          search={search}
          onChange={onChange}
        />
        <Field name="from" label={text.filterFrom}>
          <Input
            type="date"
            value={search.from}
            onChange={(event) => onChange({ from: event.target.value })}
          />
        </Field>
        <Field name="until" label={text.filterUntil}>
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
              aria-label={text.dropFilter(label)}
              icon={<Icon of={X} size={16} />}
              onClick={() => onChange({ [name]: '' })}
            >
              {label}
            </Button>
          ))}
          <Button tone="ghost" size="sm" onClick={onClear}>
            {text.clearFilter}
          </Button>
        </div>
      )}
    </div>
  );
}

function SearchField({ q, onChange }: { q: string; onChange: Change }) {
  const [typed, setTyped] = useState(q);
  const find = (event: FormEvent) => {
    event.preventDefault();
    onChange({ q: typed.trim() });
  };
  return (
    <form
      aria-label={text.searchOrders}
      onSubmit={find}
      className="flex max-w-2xl flex-wrap items-end gap-3"
    >
      <Field
        name="q"
        label={text.searchOrders}
        hint={text.searchOrdersHint}
        className="min-w-0 flex-1 basis-60"
      >
        <Input
          type="search"
          value={typed}
          maxLength={254}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" tone="outline" icon={<Icon of={Search} size={18} />}>
        {text.find}
      </Button>
    </form>
  );
}

function Choice({
  name,
  label,
  any,
  options,
  search,
  onChange,
}: {
  name: 'status' | 'partStatus' | 'fulfilment';
  label: string;
  any: string;
  options: readonly (readonly [value: string, label: string])[];
  search: OrdersSearch;
  onChange: Change;
}) {
  return (
    <Field name={name} label={label}>
      <Select value={search[name]} onChange={(event) => onChange({ [name]: event.target.value })}>
        <option value="">{any}</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}
