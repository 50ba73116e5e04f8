import { useQuery } from '@tanstack/react-query';
import { type Suggestions, sentence } from '#libs/contracts';
import { categoryImage } from '../../features/catalogue/category-image';
import { suggestionsQueryOptions } from '../../features/catalogue/products';
import { catalogueText } from '../../features/catalogue/texts';
import { useDebounced } from '../../lib/browser/timers';
import { paths } from '../../lib/paths';
import { formatMoney, formatPerUnit } from '../../lib/text/format';
import { shellText } from '../texts';

export interface Suggestion {
  to: string;
  label: string;
  /** The price, the place, or the number of products. */
  note: string;
  image: string;
}
export interface SuggestionGroup {
  title: string;
  suggestions: readonly Suggestion[];
}
/** `off` while the box is closed or its text is too short. */
export type SuggestionState = 'off' | 'loading' | 'ready' | 'empty' | 'failed';

const TEXT_MIN_LENGTH = 2;

/** Products, farms and categories for the typed text, which needs two letters. */
export function useSuggestions(
  typed: string,
  open: boolean,
): { state: SuggestionState; groups: readonly SuggestionGroup[] } {
  const text = useDebounced(typed.trim().toLowerCase());
  const enabled = open && text.length >= TEXT_MIN_LENGTH && typed.trim() !== '';
  const { data, isError } = useQuery({ ...suggestionsQueryOptions(text), enabled });
  if (!enabled) return { state: 'off', groups: [] };
  if (data === undefined) return { state: isError ? 'failed' : 'loading', groups: [] };
  const groups = groupsOf(data);
  return { state: groups.length === 0 ? 'empty' : 'ready', groups };
}

function groupsOf({ products, farms, categories, first }: Suggestions): SuggestionGroup[] {
  const groups: (SuggestionGroup & { of: Suggestions['first'] })[] = [
    {
      of: 'products',
      title: shellText.products,
      suggestions: products.map(({ _id, name, farmer, price, unit, image }) => ({
        to: paths.product(_id),
        label: name,
        note: sentence`${farmer} · ${formatMoney(price)} ${formatPerUnit(unit)}`,
        image,
      })),
    },
    {
      of: 'farms',
      title: shellText.farms,
      suggestions: farms.map(({ slug, name, city, state, image }) => ({
        to: paths.farm(slug),
        label: name,
        note: sentence`${city}, ${state}`,
        image,
      })),
    },
    {
      of: 'categories',
      title: shellText.categories,
      suggestions: categories.map(({ value, count }) => ({
        to: `${paths.products}?category=${value}`,
        label: catalogueText.categories[value],
        note: catalogueText.count(count),
        image: categoryImage(value),
      })),
    },
  ];
  return groups
    .filter(({ suggestions }) => suggestions.length > 0)
    .toSorted((a, b) => Number(b.of === first) - Number(a.of === first));
}
