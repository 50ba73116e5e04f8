import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { categorySchema } from '#libs/contracts';
import { categoryFace } from '../../features/catalogue/category-face';
import { suggestProductsQueryOptions } from '../../features/catalogue/suggest-products';
import { catalogueText } from '../../features/catalogue/texts';
import { farmsQueryOptions } from '../../features/farms/farms';
import { formatMoney, formatPerUnit } from '../../lib/format';
import { paths } from '../../lib/paths';
import { shellText } from '../texts';

export interface Suggestion {
  to: string;
  label: string;
  /** What it is, or what it costs. */
  note: string;
  image: string;
}

const PAUSE_MS = 150;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Categories, farms and products that fit what is being typed; nothing under two letters. */
export function useSuggestions(typed: string, open: boolean): Suggestion[] {
  const text = useSettled(typed.trim().toLowerCase());
  const enabled = open && text.length >= 2;
  const { data: farms } = useQuery({ ...farmsQueryOptions(), enabled });
  const { data: products } = useQuery({ ...suggestProductsQueryOptions(text), enabled });
  if (!enabled) return [];
  const fits = (name: string) => name.toLowerCase().includes(text);
  const categories = categorySchema.options.filter((one) => fits(catalogueText.categories[one]));
  return [
    ...categories.map((category) => ({
      to: `${paths.products}?category=${category}`,
      label: catalogueText.categories[category],
      note: shellText.aCategory,
      image: categoryFace(category),
    })),
    ...(farms?.farms ?? [])
      .filter((farm) => fits(farm.name))
      .slice(0, 3)
      .map((farm) => ({
        to: paths.farm(farm.slug),
        label: farm.name,
        note: shellText.aFarm,
        image: farm.image,
      })),
    ...(products?.products ?? []).map((product) => ({
      to: paths.product(product._id),
      label: product.name,
      note: `${formatMoney(product.price)} ${formatPerUnit(product.unit)}`,
      image: product.image,
    })),
  ];
}
