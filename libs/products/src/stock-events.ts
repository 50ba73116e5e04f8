import { fromThousandths, type ProductAlert } from '#libs/contracts';
import { draft, type EventDraft } from '#libs/platform';
import {
  isPublic,
  type Product,
  stockLevel,
  toProductChange,
  toProductCounts,
} from './product.model.js';

type Crossing = 'product.low-stock' | 'product.sold-out' | 'product.restocked';

/**
 * The events of a change of stock: one for shoppers, one for the farm, and one each if the stock crosses a threshold or
 * the change is a harvest.
 */
export function stockChanged(before: Product, after: Product): EventDraft[] {
  const aggregate = { id: after._id, version: after.version };
  const change = draft('product.stock-changed', aggregate, {
    change: toProductChange(after, before),
    before: toProductChange(before),
  });
  const counted = draft('product.counted', aggregate, { counts: toProductCounts(after) });
  const crossed = crossing(before, after);
  const alert = toAlert(after);
  return [
    change,
    counted,
    ...(crossed ? [draft(crossed, aggregate, alert)] : []),
    ...(isNewHarvest(before, after)
      ? [
          draft('product.harvested', aggregate, {
            ...alert,
            harvestedAt: after.harvestedAt.toISOString(),
          }),
        ]
      : []),
  ];
}

/** Whether a public product has more on hand and a later harvest date. */
function isNewHarvest(
  before: Product,
  after: Product,
): after is Product & { readonly harvestedAt: Date } {
  return (
    isPublic(after) &&
    after.onHand > before.onHand &&
    after.harvestedAt !== null &&
    (before.harvestedAt === null || after.harvestedAt > before.harvestedAt)
  );
}

/**
 * The threshold that the stock has crossed, if any. Counts the goods on hand instead of the available ones: goods held
 * for a checkout are not sold yet, and an abandoned checkout must not alarm anybody.
 */
export function crossing(before: Product, after: Product): Crossing | null {
  if (after.status !== 'live') return null;
  const was = levelOnHand(before);
  const is = levelOnHand(after);
  if (was === is) return null;
  if (is === 'sold_out') return 'product.sold-out';
  if (was === 'sold_out') return 'product.restocked';
  return is === 'low' ? 'product.low-stock' : null;
}

const levelOnHand = ({ onHand, minimum, lowAt }: Product) =>
  stockLevel({ available: onHand, minimum, lowAt });

function toAlert(product: Product): ProductAlert {
  return {
    productId: product._id.toString(),
    farmId: product.farm._id.toString(),
    name: product.name,
    onHand: fromThousandths(product.onHand),
    unit: product.unit,
  };
}
