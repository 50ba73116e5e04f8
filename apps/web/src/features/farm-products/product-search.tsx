import { useEffect, useRef, useState } from 'react';
import { productStatusSchema } from '#libs/contracts';
import { ChoiceFilter } from '../../ui/filters';
import { Field, Input } from '../../ui/form';
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
      <ChoiceFilter
        name="status"
        label={productsText.state}
        any={productsText.anyState}
        options={productStatusSchema.options.map((one) => [one, uiText.statuses[one]] as const)}
        value={search.status}
        onChange={(status) => onChange({ status })}
        className="xs:w-44"
      />
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
