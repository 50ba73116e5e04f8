import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { formatDate, formatNumber } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Card } from '../../ui/card';
import { catalogueText } from './texts';

const nutrients = ['calories', 'protein', 'carbohydrates', 'fiber', 'vitaminC'] as const;

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-t border-rule py-2">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </div>
  );
}

/** The five values of SPEC section 2, as on the back of a packet. */
export function NutritionCard({ product }: { product: ProductDto }) {
  return (
    <Card as="section" aria-labelledby="nutrition">
      <h2 id="nutrition" className="text-2xl">
        {catalogueText.nutrition}
      </h2>
      <p className="mb-3 text-sm text-ink-soft">{catalogueText.perHundred}</p>
      <dl className="border-b-4 border-ink tabular-nums">
        {nutrients.map((name) => {
          const value = product.nutrition[name];
          return (
            <Row key={name} term={catalogueText.nutrients[name]}>
              {value === null ? (
                <span className="font-normal text-ink-soft">{catalogueText.notProvided}</span>
              ) : (
                `${formatNumber(value)} ${catalogueText.units[name]}`
              )}
            </Row>
          );
        })}
      </dl>
      <dl className="mt-4">
        <Row term={catalogueText.allergens}>
          {product.allergens.length === 0
            ? catalogueText.noAllergens
            : product.allergens.join(', ')}
        </Row>
        <Row term={catalogueText.storage}>{product.storage ?? catalogueText.notProvided}</Row>
      </dl>
    </Card>
  );
}

/** When it was picked, how long it keeps, and who grew it. */
export function FarmCard({ product }: { product: ProductDto }) {
  const date = (iso: string | null) => (iso === null ? catalogueText.notProvided : formatDate(iso));
  return (
    <Card as="section" aria-labelledby="from-the-farm">
      <h2 id="from-the-farm" className="mb-3 text-2xl">
        {catalogueText.farmInfo}
      </h2>
      <dl className="border-b border-rule">
        <Row term={catalogueText.harvested}>{date(product.harvestedAt)}</Row>
        <Row term={catalogueText.bestBefore}>{date(product.bestBefore)}</Row>
        <Row term={catalogueText.farm}>{product.farmer}</Row>
        <Row term={catalogueText.certification}>
          {product.certification ?? catalogueText.notProvided}
        </Row>
      </dl>
      <Link
        to={paths.farm(product.farmSlug)}
        className="mt-3 inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
      >
        {catalogueText.visitFarm(product.farmer)}
      </Link>
    </Card>
  );
}
