import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Suggestions } from '#libs/contracts';
import { categoryFace } from '../../features/catalogue/category-face';
import { suggestionsQueryOptions } from '../../features/catalogue/suggestions';
import { catalogueText } from '../../features/catalogue/texts';
import { formatMoney, formatPerUnit } from '../../lib/format';
import { paths } from '../../lib/paths';
import { shellText } from '../texts';

export interface Suggestion {
  to: string;
  label: string;
  /** What it costs, where it is, or how much of it there is. */
  note: string;
  image: string;
}
export interface SuggestionGroup {
  title: string;
  suggestions: readonly Suggestion[];
}
/** Suggestions are on their way, here, none, or could not be had; `off` while nobody asks. */
export type SuggestionState = 'off' | 'loading' | 'ready' | 'empty' | 'failed';

const PAUSE_MS = 150;
const LEAST_LETTERS = 2;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Products, farms and categories that fit what is being typed; nothing under two letters. */
export function useSuggestions(
  typed: string,
  open: boolean,
): { state: SuggestionState; groups: readonly SuggestionGroup[] } {
  const text = useSettled(typed.trim().toLowerCase());
  const enabled = open && text.length >= LEAST_LETTERS && typed.trim() !== '';
  const { data, isError } = useQuery({ ...suggestionsQueryOptions(text), enabled });
  if (!enabled) return { state: 'off', groups: [] };
  if (data === undefined) return { state: isError ? 'failed' : 'loading', groups: [] };
  const groups = groupsOf(data);
  return { state: groups.length === 0 ? 'empty' : 'ready', groups };
}

function groupsOf({ products, farms, categories }: Suggestions): SuggestionGroup[] {
  return [
    {
      title: shellText.products,
      suggestions: products.map(({ _id, name, farmer, price, unit, image }) => ({
        to: paths.product(_id),
        label: name,
        note: `${farmer} · ${formatMoney(price)} ${formatPerUnit(unit)}`,
        image,
      })),
    },
    {
      title: shellText.farms,
      suggestions: farms.map(({ slug, name, city, state, image }) => ({
        to: paths.farm(slug),
        label: name,
        note: `${city}, ${state}`,
        image,
      })),
    },
    {
      title: shellText.categories,
      suggestions: categories.map(({ value, count }) => ({
        to: `${paths.products}?category=${value}`,
        label: catalogueText.categories[value],
        note: catalogueText.count(count),
        image: categoryFace(value),
      })),
    },
  ].filter(({ suggestions }) => suggestions.length > 0);
}
