import { useEffect, useRef, useState } from 'react';
import { productStatusSchema } from '#libs/contracts';
import { Field, Input, Select } from '../../ui/form';
import { uiText } from '../../ui/texts';
import { productsText } from './texts';
import type { ProductsSearch } from './use-products-search';

/** Milliseconds without a key after which somebody has typed what they look for. */
const SETTLED_MS = 250;

/** What is searched over a table of products: a word, and a state. */
export function ProductSearch({
  label,
  search,
  onChange,
}: {
  label: string;
  search: ProductsSearch;
  onChange: (change: Partial<ProductsSearch>) => void;
}) {
  return (
    <search aria-label={productsText.narrow} className="grid gap-4 xs:grid-cols-[1fr_auto] sm:flex">
      <SearchField label={label} {...{ search, onChange }} />
      <Field name="status" label={productsText.state} className="xs:w-44">
        <Select
          value={search.status}
          onChange={(event) => onChange({ status: event.target.value })}
        >
          <option value="">{productsText.anyState}</option>
          {productStatusSchema.options.map((status) => (
            <option key={status} value={status}>
              {uiText.statuses[status]}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  );
}

function SearchField({
  label,
  search: { q },
  onChange,
}: {
  label: string;
  search: ProductsSearch;
  onChange: (change: Partial<ProductsSearch>) => void;
}) {
  const [typed, setTyped] = useState(q);
  const asked = useRef(q);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  // the address has changed by another way than by typing here
  useEffect(() => {
    if (q !== asked.current) setTyped(q);
    asked.current = q;
  }, [q]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      change.current({ q: wanted });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field name="q" label={label} className="min-w-0 sm:w-80">
      <Input
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Field>
  );
}
