import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  fulfilmentSchema,
  MAX_LENGTH,
  orderStatusFilterSchema,
  partStatusSchema,
} from '#libs/contracts';
import { cx } from '../../lib/cx';
import { Button } from '../../ui/button';
import { ChoiceFilter, DayFilter, FilterChips, FilterFields } from '../../ui/filters';
import { Field, Input } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { statusText } from '../../ui/texts';
import { ordersText as text } from './texts';
import type { OrdersSearch } from './use-orders-filter';

type Change = (change: Partial<OrdersSearch>) => void;

/** The admin's filters: search, status, step, fulfilment, dates, farm and customer. */
export function OrderFilters({
  search,
  isFiltered,
  onChange,
  onClear,
  own = false,
  sort,
}: {
  search: OrdersSearch;
  isFiltered: boolean;
  onChange: Change;
  onClear: () => void;
  /** Whether the orders are a farm's own, which have one part each. */
  own?: boolean;
  /** Shown beside the filters. */
  sort?: ReactNode;
}) {
  const chips = [
    { name: 'farm' as const, label: text.farmFilter },
    { name: 'customer' as const, label: text.customerFilter },
  ].filter(({ name }) => search[name] !== '');
  const field = (name: keyof OrdersSearch) => ({
    name,
    value: search[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const { status, partStatus, fulfilment, from, until } = search;
  const setCount = [status, partStatus, fulfilment, from, until].filter(Boolean).length;
  return (
    <div
      className={cx(
        'mb-4 grid gap-3',
        own ? 'xl:grid-cols-[minmax(18rem,2fr)_5fr]' : '2xl:grid-cols-[minmax(24rem,2fr)_5fr]',
      )}
    >
      <SearchField key={search.q} q={search.q} own={own} onChange={onChange} />
      <FilterFields setCount={setCount} className="grid gap-3 xs:grid-cols-2 lg:grid-cols-5">
        {!own && (
          <ChoiceFilter
            {...field('status')}
            label={text.filterStatus}
            any={text.anyStatus}
            options={orderStatusFilterSchema.options.map((one) => [one, text.states[one]] as const)}
          />
        )}
        <ChoiceFilter
          {...field('partStatus')}
          label={own ? text.step : text.filterStep}
          any={text.anyStep}
          options={partStatusSchema.options.map((one) => [one, statusText[one]] as const)}
        />
        <ChoiceFilter
          {...field('fulfilment')}
          label={text.filterWay}
          any={text.anyWay}
          options={fulfilmentSchema.options.map((one) => [one, text.ways[one]] as const)}
        />
        <DayFilter {...field('from')} label={text.filterFrom} />
        <DayFilter {...field('until')} label={text.filterUntil} />
        {sort}
      </FilterFields>
      {isFiltered && (
        <FilterChips
          chips={chips}
          clear={text.clearFilter}
          onDrop={(name) => onChange({ [name]: '' })}
          onClear={onClear}
        />
      )}
    </div>
  );
}

function SearchField({ q, own, onChange }: { q: string; own: boolean; onChange: Change }) {
  const [typed, setTyped] = useState(q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ q: typed.trim() });
  };
  return (
    <form
      aria-label={text.searchOrders}
      onSubmit={submit}
      className="flex max-w-2xl flex-wrap items-end gap-3"
    >
      <Field
        name="q"
        label={text.searchOrders}
        hint={own ? undefined : text.searchOrdersHint}
        className="min-w-0 flex-1 basis-40"
      >
        <Input
          type="search"
          value={typed}
          maxLength={MAX_LENGTH.email}
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
