import type { ReactNode } from 'react';
import type { ProductDto } from '#libs/contracts';
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
      <Thumb
        src={product.images[0]?.sizes?.[0]?.url ?? product.image}
        className="size-11 rounded-md"
      />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
