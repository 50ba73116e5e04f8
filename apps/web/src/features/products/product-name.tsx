import type { ReactNode } from 'react';
import type { ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { Thumb } from '../../ui/thumb';

/** A product's thumbnail and name; the thumbnail is decorative. */
export function ProductName({
  product,
  children = product.name,
}: {
  product: ProductDto;
  children?: ReactNode;
}) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <ProductThumb product={product} className="size-11" />
      <span className="min-w-0">{children}</span>
    </span>
  );
}

/** The product's thumbnail in its farm's lists; `className` is its size. */
export const ProductThumb = ({
  product,
  className,
}: {
  product: ProductDto;
  className: string;
}) => (
  <Thumb
    src={product.images[0]?.sizes?.[0]?.url ?? product.image}
    className={cx('rounded-md', className)}
  />
);
