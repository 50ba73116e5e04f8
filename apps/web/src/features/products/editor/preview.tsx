import type { ReactNode } from 'react';
import {
  categorySchema,
  comparablePrice,
  type OwnProductDto,
  priceSchema,
  toCents,
  unitSchema,
} from '#libs/contracts';
import type { ShownProduct } from '../../../entities/products';
import { amountIn, MONEY, toNumber } from '../../../lib/forms/typed-number';
import { formatComparable } from '../../../lib/text/format';
import { fromDateInput } from '../date-input';
import { editorText as text } from '../texts';
import type { ProductDraft } from './draft';

/** The fields of a farm that its products contain. */
export interface ProductFarm {
  readonly name: string;
  readonly slug: string;
}

const NO_PICTURE = '/produce/basket.svg';
const amountOf = (typed: string, fallback: number) => {
  const amount = toNumber(typed, amountIn());
  return amount >= 0 ? amount : fallback;
};

/** A draft's price per pound, pint or piece: `$4.50 / lb`; null if it is the same, or the price is invalid. */
export function comparableOf({ price, unit }: ProductDraft): string | null {
  const dollars = priceSchema.safeParse(toNumber(price, MONEY));
  const sold = unitSchema.safeParse(unit);
  if (!dollars.success || !sold.success) return null;
  return formatComparable({
    price: dollars.data,
    comparablePrice: comparablePrice(toCents(dollars.data), sold.data),
  });
}

/** A draft as its card would show it, with defaults for invalid values. */
export function previewOf(
  draft: ProductDraft,
  base: OwnProductDto | null,
  farm: ProductFarm,
): ShownProduct {
  const price = priceSchema.safeParse(toNumber(draft.price, MONEY)).data ?? 0;
  const unit = unitSchema.safeParse(draft.unit).data ?? 'lb';
  const minimum = amountOf(draft.minimum, 1) || 1;
  const available = base?.available ?? amountOf(draft.onHand, 0);
  const low = available <= amountOf(draft.lowAt, 0) ? 'low' : 'in_stock';
  return {
    _id: base?._id ?? '',
    name: draft.name.trim() || text.previewName,
    category: categorySchema.safeParse(draft.category).data ?? 'vegetables',
    organic: draft.organic,
    price,
    unit,
    comparablePrice: comparablePrice(toCents(price), unit),
    available,
    stock: available < minimum || available <= 0 ? 'sold_out' : low,
    showsCount: draft.showsCount,
    image: draft.images[0]?.url ?? NO_PICTURE,
    images: [...draft.images],
    farmer: farm.name,
    farmId: null,
    farmSlug: farm.slug,
    holidayUntil: base?.holidayUntil ?? null,
    rating: base?.rating ?? null,
    reviewCount: base?.reviewCount ?? 0,
    harvestedAt: fromDateInput(draft.harvestedAt),
    status: 'live',
  };
}

/** A preview of the product card; it is inert. */
export function Preview({ draft, children }: { draft: ProductDraft; children: ReactNode }) {
  return (
    <section aria-labelledby="preview-title" className="grid gap-3">
      <h2 id="preview-title" className="text-xl">
        {text.preview}
      </h2>
      <div inert className="max-w-80">
        {children}
      </div>
      <p className="text-ink-soft">
        {text.comparable}:{' '}
        <strong className="text-ink tabular-nums">{comparableOf(draft) ?? text.noPrice}</strong>
      </p>
    </section>
  );
}
