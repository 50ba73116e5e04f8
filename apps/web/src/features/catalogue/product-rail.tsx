import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { SectionTitle } from '../../ui/card';
import { ProductGrid, ProductGridSkeleton } from './product-grid';
import { useProductList } from './product-list';
import type { ProductsFilter } from './products';

/** A titled row of products from real data; nothing at all where there are none or the call failed. */
export function ProductRail({
  title,
  filter,
  pick,
  action,
  more,
  onShown,
}: {
  title: string;
  filter: ProductsFilter;
  /** Which of the filter's products, in which order. */
  pick: (products: ProductDto[]) => ProductDto[];
  action: (product: ProductDto) => ReactNode;
  more?: { to: string; label: string };
  /** A hook that is told what is on screen, so that it stays live. */
  onShown: (ids: string[]) => void;
}) {
  const id = useId();
  const { query, products } = useProductList(filter);
  const shown = pick(products);
  onShown(shown.map((product) => product._id));
  if (!query.isPending && shown.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-16">
      <SectionTitle
        id={id}
        aside={
          more && (
            <Link
              to={more.to}
              className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
            >
              {more.label}
            </Link>
          )
        }
      >
        {title}
      </SectionTitle>
      {query.isPending ? (
        <ProductGridSkeleton count={4} />
      ) : (
        <ProductGrid products={shown} action={action} headingLevel={3} />
      )}
    </section>
  );
}
