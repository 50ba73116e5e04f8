import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatDate, formatNumber } from '../../lib/text/format';
import { productText } from '../../lib/text/texts';
import { Card } from '../../ui/card';
import { catalogueText, productPageText } from './texts';

const nutrients = ['calories', 'protein', 'carbohydrates', 'fiber', 'vitaminC'] as const;

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-t border-rule py-2">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </div>
  );
}

/** The five nutrition values, allergens and storage. */
export function NutritionCard({ product }: { product: ProductDto }) {
  return (
    <Card as="section" aria-labelledby="nutrition">
      <h2 id="nutrition" className="text-2xl">
        {productPageText.nutrition}
      </h2>
      <p className="mb-3 text-sm text-ink-soft">{productPageText.perHundred}</p>
      <dl className="border-b-4 border-ink tabular-nums">
        {nutrients.map((name) => {
          const value = product.nutrition[name];
          return (
            <Row key={name} term={productPageText.nutrients[name]}>
              {value === null ? (
                <span className="font-normal text-ink-soft">{productPageText.notProvided}</span>
              ) : (
                `${formatNumber(value)} ${productPageText.units[name]}`
              )}
            </Row>
          );
        })}
      </dl>
      <dl className="mt-4">
        <Row term={productText.fields.allergens}>
          {product.allergens.length === 0
            ? productPageText.noAllergens
            : product.allergens.join(', ')}
        </Row>
        <Row term={productText.fields.storage}>
          {product.storage ?? productPageText.notProvided}
        </Row>
      </dl>
    </Card>
  );
}

/** Harvest date, best-before date, farm and certification. */
export function FarmCard({ product }: { product: ProductDto }) {
  const date = (iso: string | null) =>
    iso === null ? productPageText.notProvided : formatDate(iso);
  return (
    <Card as="section" aria-labelledby="from-the-farm">
      <h2 id="from-the-farm" className="mb-3 text-2xl">
        {productPageText.farmInfo}
      </h2>
      <dl className="border-b border-rule">
        <Row term={productPageText.harvested}>{date(product.harvestedAt)}</Row>
        <Row term={productText.fields.bestBefore}>{date(product.bestBefore)}</Row>
        <Row term={catalogueText.farm}>{product.farmer}</Row>
        <Row term={productPageText.certification}>
          {product.certification ?? productPageText.notProvided}
        </Row>
      </dl>
      <Link
        to={paths.farm(product.farmSlug)}
        className="mt-3 inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
      >
        {productPageText.visitFarm(product.farmer)}
      </Link>
    </Card>
  );
}
