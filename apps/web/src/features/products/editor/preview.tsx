import type { ReactNode } from 'react';
import {
  categorySchema,
  comparablePrice,
  type OwnProductDto,
  type ProductDto,
  priceSchema,
  toCents,
  unitSchema,
} from '#libs/contracts';
import { formatMoney } from '../../../lib/format';
import { momentOf } from '../moments';
import { toNumber } from '../numbers';
import { linesOf, type ProductDraft } from './draft';
import { editorText as text } from './texts';

/** The farm as its products name it. */
export interface FarmOfProduct {
  readonly _id: string;
  readonly name: string;
  readonly slug: string;
  readonly certification: string | null;
}

const NO_PICTURE = '/produce/basket.svg';
const amountOf = (typed: string, otherwise: number) => {
  const amount = toNumber(typed);
  return amount >= 0 ? amount : otherwise;
};

/** What a draft costs per kilogram, litre or piece: `$9.91 / kg`; null while it has no price. */
export function perBaseOf({ price, unit }: ProductDraft): string | null {
  const dollars = priceSchema.safeParse(toNumber(price));
  const sold = unitSchema.safeParse(unit);
  if (!dollars.success || !sold.success) return null;
  const { price: perBase, per } = comparablePrice(toCents(dollars.data), sold.data);
  return `${formatMoney(perBase)} / ${per}`;
}

/** A draft as shoppers would have it; what makes no sense yet is left out. */
export function previewOf(
  draft: ProductDraft,
  base: OwnProductDto | null,
  farm: FarmOfProduct,
): ProductDto {
  const price = priceSchema.safeParse(toNumber(draft.price)).data ?? 0;
  const unit = unitSchema.safeParse(draft.unit).data ?? 'lb';
  const minimum = amountOf(draft.minimum, 1) || 1;
  const available = base?.available ?? amountOf(draft.onHand, 0);
  const low = available <= amountOf(draft.lowAt, 0) ? 'low' : 'in_stock';
  return {
    _id: base?._id ?? '',
    name: draft.name.trim() || text.previewName,
    description: draft.description,
    category: categorySchema.safeParse(draft.category).data ?? 'vegetables',
    organic: draft.organic,
    price,
    unit,
    pricePerBase: comparablePrice(toCents(price), unit),
    step: amountOf(draft.step, 1) || 1,
    minimum,
    available,
    stock: available < minimum || available <= 0 ? 'sold_out' : low,
    showsCount: draft.showsCount,
    image: draft.images[0]?.url ?? NO_PICTURE,
    images: [...draft.images],
    farmer: farm.name,
    farmId: farm._id,
    farmSlug: farm.slug,
    certification: farm.certification,
    holidayUntil: base?.holidayUntil ?? null,
    rating: base?.rating ?? null,
    reviewCount: base?.reviewCount ?? 0,
    harvestedAt: momentOf(draft.harvestedAt),
    bestBefore: momentOf(draft.bestBefore),
    allergens: linesOf(draft.allergens),
    storage: draft.storage.trim() || null,
    nutrition: {
      calories: null,
      protein: null,
      carbohydrates: null,
      fiber: null,
      vitaminC: null,
    },
    features: linesOf(draft.features),
    status: 'live',
    version: base?.version ?? 1,
    detailsVersion: base?.detailsVersion ?? 1,
  };
}

/** The card as it will hang on the stall, for the eye only: nothing on it can be pressed. */
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
        {text.perBase}:{' '}
        <strong className="text-ink tabular-nums">{perBaseOf(draft) ?? text.noPrice}</strong>
      </p>
    </section>
  );
}
