import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { SectionTitle } from '../../ui/card';
import { ProductGrid, ProductGridSkeleton } from './product-grid';

/** A titled row of products from real data; nothing at all where there are none. */
export function ProductRail({
  title,
  products,
  action,
  mark,
  more,
  onShown,
}: {
  title: string;
  /** Not here while they are on their way. */
  products: readonly ProductDto[] | undefined;
  action: (product: ProductDto) => ReactNode;
  mark: (product: ProductDto) => ReactNode;
  more?: { to: string; label: string } | undefined;
  /** A hook that is told what is on screen, so that it stays live. */
  onShown: (ids: string[]) => void;
}) {
  const id = useId();
  onShown(products?.map((product) => product._id) ?? []);
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
        <ProductGrid products={products} action={action} mark={mark} headingLevel={3} />
      )}
    </section>
  );
}
