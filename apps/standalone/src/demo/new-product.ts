import { Types } from 'mongoose';
import { type Picture, toThousandths } from '#libs/contracts';
import type { Farm } from '#libs/farms';
import type { NewProduct } from '#libs/products';
import type { DemoProduct } from './catalogue.js';

const HOUR_MS = 3_600_000;

/** A product of the demo catalogue, with its dates relative to now. */
export function newProduct(
  demo: DemoProduct,
  farm: Farm,
  status: 'live' | 'paused' = 'live',
): NewProduct {
  const now = Date.now();
  return {
    farm: {
      _id: new Types.ObjectId(farm._id),
      name: farm.name,
      slug: farm.slug,
      certification: farm.certification,
      holidayUntil: null,
    },
    listed: true,
    name: demo.name,
    description: demo.description,
    category: demo.category,
    organic: demo.organic,
    price: demo.priceCents,
    unit: demo.unit,
    step: toThousandths(demo.step),
    minimum: toThousandths(demo.minimum),
    onHand: toThousandths(demo.stock),
    lowAt: toThousandths(demo.lowStockAt),
    images: [sceneOf(demo), demo.picture],
    harvestedAt:
      demo.hoursSinceHarvest === null ? null : new Date(now - demo.hoursSinceHarvest * HOUR_MS),
    bestBefore:
      demo.daysUntilBestBefore === null
        ? null
        : new Date(now + demo.daysUntilBestBefore * 24 * HOUR_MS),
    allergens: demo.allergens,
    storage: demo.storage,
    nutrition: demo.nutrition,
    features: demo.features,
    status,
  };
}

/** The product's drawing at the market. */
export const sceneOf = ({ name, picture }: Pick<DemoProduct, 'name' | 'picture'>): Picture => ({
  url: picture.url.replace('/produce/', '/produce/scene-'),
  alt: `${name} at the market`,
});
