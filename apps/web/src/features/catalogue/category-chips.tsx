import { categorySchema, type ProductFacets } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { categoryImage } from './category-image';
import type { ProductsFilter } from './products';
import { catalogueText } from './texts';

/** The categories as toggles, with the number of products of each; several can be on. */
export function CategoryChips({
  filter,
  facets,
  onChange,
}: {
  filter: ProductsFilter;
  facets: ProductFacets | undefined;
  onChange: (patch: ProductsFilter) => void;
}) {
  const chosen = filter.category ?? [];
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{catalogueText.category}</legend>
      <ul className="-mx-1 flex gap-1.5 overflow-x-auto px-1 py-1 lg:flex-wrap">
        <li className="shrink-0">
          <Chip
            label={catalogueText.everything}
            image={categoryImage(undefined)}
            pressed={chosen.length === 0}
            onClick={() => onChange({ category: undefined })}
          />
        </li>
        {categorySchema.options.map((category) => {
          const pressed = chosen.includes(category);
          const next = pressed
            ? chosen.filter((one) => one !== category)
            : categorySchema.options.filter((one) => one === category || chosen.includes(one));
          return (
            <li key={category} className="shrink-0">
              <Chip
                label={catalogueText.categories[category]}
                image={categoryImage(category)}
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
}

const countOf = (facet: ProductFacets['category'], value: string) =>
  facet.find((one) => one.value === value)?.count ?? 0;

function Chip({
  label,
  image,
  count,
  pressed,
  onClick,
}: {
  label: string;
  image: string;
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
        'flex min-h-11 items-center gap-1.5 rounded-full border-2 py-1 pr-3 pl-1.5 text-sm font-semibold whitespace-nowrap transition-colors',
        pressed ? 'border-leaf bg-leaf text-on-leaf' : 'border-rule bg-paper hover:border-edge',
      )}
    >
      <img src={image} alt="" width="28" height="28" className="size-7" />
      {label}
      {count !== undefined && (
        <span className={cx('font-normal tabular-nums', !pressed && 'text-ink-soft')}>{count}</span>
      )}
    </button>
  );
}
