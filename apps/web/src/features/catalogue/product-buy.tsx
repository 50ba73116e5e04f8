import { BadgeCheck, Leaf, Palmtree, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { afterPage } from '../../lib/api/after-page';
import { useNow } from '../../lib/browser/timers';
import { paths } from '../../lib/paths';
import {
  formatComparable,
  formatDate,
  formatMoney,
  formatPerUnit,
  formatPicked,
  formatQuantity,
} from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { Price } from '../../ui/price';
import { whenText } from './days/texts';
import { NoLongerSold } from './product-states';
import { ShareButton } from './share-button';
import { Rating, StockLine } from './stock-line';
import { catalogueText, productPageText } from './texts';
import { filterSearch } from './use-products-filter';

const FarmDays = afterPage(() => import('./days/farm-days'));

function Breadcrumb({ product }: { product: ProductDto }) {
  const link = 'inline-flex min-h-9 items-center underline-offset-4 hover:underline';
  return (
    <nav aria-label={productPageText.breadcrumb} className="text-sm text-ink-soft">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <Link className={link} to={paths.products}>
            {catalogueText.title}
          </Link>
        </li>
        <li aria-hidden="true">/</li>
        <li>
          <Link
            className={link}
            to={{
              pathname: paths.products,
              search: filterSearch({ category: [product.category] }),
            }}
          >
            {catalogueText.categories[product.category]}
          </Link>
        </li>
        <li aria-hidden="true" className="max-sm:hidden">
          /
        </li>
        <li aria-current="page" className="max-sm:sr-only">
          {product.name}
        </li>
      </ol>
    </nav>
  );
}

/** The comparable price, minimum and step where they are not 1, and the stock if the farm shows it. */
function Amounts({ product }: { product: ProductDto }) {
  const { unit, step, minimum, available, stock, showsCount, holidayUntil } = product;
  const texts = [
    formatComparable(product),
    (step !== 1 || minimum !== step) &&
      productPageText.sold(formatQuantity(minimum, unit), formatQuantity(step, unit)),
    stock === 'in_stock' &&
      showsCount &&
      holidayUntil === null &&
      productPageText.inStockOf(formatQuantity(available, unit)),
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return <p className="-mt-1.5 text-sm text-ink-soft tabular-nums">{texts.join(' · ')}</p>;
}

/** Name, category, farm and rating. */
function Title({ product, favouriteButton }: { product: ProductDto; favouriteButton: ReactNode }) {
  const picked = formatPicked(product.harvestedAt, useNow());
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="eyebrow">{catalogueText.categories[product.category]}</span>
        {product.organic && (
          <Badge tone="leaf" icon={<Icon of={Leaf} size={14} />}>
            {catalogueText.organic}
          </Badge>
        )}
        {picked !== null && <span className="stamp text-leaf-ink">{picked}</span>}
      </div>
      <div className="flex items-start justify-between gap-4">
        <h1 className="text-3xl sm:text-5xl">{product.name}</h1>
        {favouriteButton}
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-lg">
        <Link
          to={paths.farm(product.farmSlug)}
          className="font-semibold text-leaf-ink underline underline-offset-4"
        >
          {product.farmer}
        </Link>
        {product.reviewCount > 0 && (
          <a
            href="#reviews"
            className="inline-flex min-h-9 items-center underline-offset-4 hover:underline"
          >
            <Rating rating={product.rating} count={product.reviewCount} />
          </a>
        )}
      </p>
    </div>
  );
}

/** Delivery, the market's guarantee, and Share. */
function Promises({
  product,
  deliveryNote,
}: {
  product: ProductDto;
  deliveryNote: string | undefined;
}) {
  return (
    <ul className="grid gap-1.5">
      {deliveryNote !== undefined && (
        <li className="flex items-center gap-2.5">
          <Icon of={Truck} className="text-leaf-ink" />
          {deliveryNote}
        </li>
      )}
      <li className="flex items-center gap-2.5">
        <Icon of={BadgeCheck} className="text-leaf-ink" />
        {productPageText.guarantee}
      </li>
      <li className="-ml-3">
        <ShareButton title={product.name} />
      </li>
    </ul>
  );
}

/** The product's main information; `children` are the buying controls. */
export function ProductBuy({
  product,
  deliveryNote,
  lineTotal,
  favouriteButton,
  addToOrder,
  children,
}: {
  product: ProductDto;
  deliveryNote?: string;
  /** Dollars for the chosen quantity. */
  lineTotal: number;
  /** Shown beside the name. */
  favouriteButton?: ReactNode;
  /** Below the buying controls. */
  addToOrder?: ReactNode;
  /** Null for users who do not buy. */
  children: ReactNode;
}) {
  const buyable = product.status === 'live';
  const isOnSale = product.stock !== 'sold_out' && product.holidayUntil === null;
  return (
    <div className="grid content-start gap-4 sm:gap-5">
      <Breadcrumb product={product} />
      <Title product={product} favouriteButton={favouriteButton} />
      <p className="max-w-prose text-lg">{product.description}</p>
      {product.features.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {product.features.map((feature) => (
            <li key={feature}>
              <Badge tone="butter" wraps>
                {feature}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {buyable && product.holidayUntil !== null && (
        <p className="flex items-start gap-3 rounded-lg bg-butter-tint p-4 text-butter-ink">
          <Icon of={Palmtree} className="mt-0.5 shrink-0" />
          <span>
            <span className="font-semibold">{productPageText.holiday(product.farmer)}</span>{' '}
            {catalogueText.backOn(formatDate(product.holidayUntil))}.
          </span>
        </p>
      )}
      {buyable ? (
        <div className="grid gap-4 rounded-lg border border-rule bg-paper p-4 sm:p-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Price dollars={product.price} unit={product.unit} size="lg" tag />
            <StockLine product={product} />
          </div>
          <Amounts product={product} />
          {children !== null && (
            <div className="action-bar gap-3 lg:grid lg:gap-4 print:hidden">
              {isOnSale && (
                <p className="shrink-0 leading-tight lg:order-last lg:flex lg:items-baseline lg:justify-between lg:border-t lg:border-dashed lg:border-rule lg:pt-3">
                  <span className="sr-only text-ink-soft lg:not-sr-only">
                    {productPageText.lineTotal}
                  </span>
                  <output className="font-display text-xl font-semibold tabular-nums lg:text-2xl">
                    {formatMoney(lineTotal)}
                  </output>
                  <span className="block text-xs text-ink-soft tabular-nums lg:hidden">
                    {formatMoney(product.price)} {formatPerUnit(product.unit)}
                  </span>
                </p>
              )}
              <div className="min-w-0 flex-1">{children}</div>
            </div>
          )}
          {addToOrder}
        </div>
      ) : (
        <NoLongerSold paused={product.status === 'paused'} />
      )}
      {buyable && product.holidayUntil === null && (
        // most of its height before it is loaded
        <section aria-label={whenText.title} className="min-h-24">
          <FarmDays farmId={product.farmId} />
        </section>
      )}
      <Promises product={product} deliveryNote={deliveryNote} />
    </div>
  );
}
