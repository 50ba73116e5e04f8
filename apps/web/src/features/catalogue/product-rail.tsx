import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { SectionTitle } from '../../ui/card';
import { ProductGrid, ProductGridSkeleton } from './product-grid';

/** A titled row of products; renders nothing if there are none. */
export function ProductRail({
  title,
  products,
  action,
  favouriteButton,
  more,
  useWatch,
}: {
  title: string;
  /** Undefined while loading. */
  products: readonly ProductDto[] | undefined;
  action: (product: ProductDto) => ReactNode;
  favouriteButton: (product: ProductDto) => ReactNode;
  more?: { to: string; label: string } | undefined;
  /** The hook that subscribes to the shown products, which keeps them live. */
  useWatch: (ids: string[]) => void;
}) {
  const id = useId();
  useWatch(products?.map((product) => product._id) ?? []);
  if (products?.length === 0) return null;
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
      {products === undefined ? (
        <ProductGridSkeleton count={4} />
      ) : (
        <ProductGrid
          products={products}
          action={action}
          favouriteButton={favouriteButton}
          headingLevel={3}
        />
      )}
    </section>
  );
}
