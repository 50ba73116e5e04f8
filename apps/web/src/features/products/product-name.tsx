import type { ReactNode } from 'react';
import type { ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';

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
      <ProductThumb product={product} />
      <span className="min-w-0">{children}</span>
    </span>
  );
}

/** Decorative. */
export function ProductThumb({ product, large = false }: { product: ProductDto; large?: boolean }) {
  const thumb = product.images[0]?.sizes?.[0]?.url ?? product.image;
  const side = large ? 64 : 44;
  return (
    <img
      src={thumb}
      alt=""
      width={side}
      height={side}
      loading="lazy"
      className={cx(
        'shrink-0 rounded-md bg-sunken',
        large ? 'size-16' : 'size-11',
        thumb.endsWith('.svg') ? 'object-contain p-1' : 'object-cover',
      )}
    />
  );
}
