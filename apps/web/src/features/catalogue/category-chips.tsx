import { memo, useEffect, useRef } from 'react';
import { CATEGORIES, type ProductFacets } from '#libs/contracts';
import { cx } from '../../lib/cx';
import type { ProductsFilter } from './products';
import { catalogueText } from './texts';

/** Pixels of the previous category that stay in sight. */
const EDGE_PX = 40;

/** The categories as toggles, with the number of products of each; several can be on. */
export const CategoryChips = memo(function CategoryChips({
  filter,
  facets,
  onChange,
}: {
  filter: ProductsFilter;
  facets: ProductFacets | undefined;
  onChange: (patch: ProductsFilter) => void;
}) {
  const chosen = filter.category ?? [];
  const row = useRef<HTMLUListElement>(null);
  // a small screen shows part of the row: a chosen category must not open out of sight
  useEffect(() => {
    const first = row.current?.querySelector('li:not(:first-child) [aria-pressed="true"]');
    if (first instanceof HTMLElement && row.current)
      row.current.scrollLeft = first.offsetLeft - row.current.offsetLeft - EDGE_PX;
  }, []);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{catalogueText.category}</legend>
      <ul ref={row} className="-mx-1 flex gap-1.5 overflow-x-auto px-1 py-1 lg:flex-wrap">
        <li className="shrink-0">
          <Chip
            label={catalogueText.everything}
            position={positions[0]}
            pressed={chosen.length === 0}
            onClick={() => onChange({ category: undefined })}
          />
        </li>
        {CATEGORIES.map((category, index) => {
          const pressed = chosen.includes(category);
          const next = pressed
            ? chosen.filter((one) => one !== category)
            : CATEGORIES.filter((one) => one === category || chosen.includes(one));
          return (
            <li key={category} className="shrink-0">
              <Chip
                label={catalogueText.categories[category]}
                position={positions[index + 1]}
                count={facets && countOf(facets.category, category)}
                pressed={pressed}
                onClick={() => onChange({ category: next.length > 0 ? next : undefined })}
              />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
});

/** The position of each drawing in the sprite: a basket, then the categories in their order. */
const positions = [
  'object-[0%_0]',
  'object-[12.5%_0]',
  'object-[25%_0]',
  'object-[37.5%_0]',
  'object-[50%_0]',
  'object-[62.5%_0]',
  'object-[75%_0]',
  'object-[87.5%_0]',
  'object-[100%_0]',
];

const countOf = (facet: ProductFacets['category'], value: string) =>
  facet.find((one) => one.value === value)?.count ?? 0;

function Chip({
  label,
  position,
  count,
  pressed,
  onClick,
}: {
  label: string;
  position: string | undefined;
  count?: number | undefined;
  pressed: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={cx(
        'flex min-h-11 items-center gap-1.5 rounded-full border-2 py-1 pr-3 pl-1.5 text-sm font-semibold whitespace-nowrap',
        pressed ? 'border-leaf bg-leaf text-on-leaf' : 'border-rule bg-paper hover:border-edge',
      )}
    >
      <img
        src="/produce/categories.avif"
        alt=""
        width="28"
        height="28"
        className={cx('size-7 object-cover', position)}
      />
      {label}
      {count !== undefined && (
        <span className={cx('font-normal tabular-nums', !pressed && 'text-ink-soft')}>{count}</span>
      )}
    </button>
  );
}
