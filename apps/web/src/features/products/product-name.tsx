import type { ReactNode } from 'react';
import type { ProductDto } from '#libs/contracts';

/** A product's thumbnail and name; the thumbnail is decorative. */
export function ProductName({
  product,
  children = product.name,
}: {
  product: ProductDto;
  children?: ReactNode;
}) {
  const thumb = product.images[0]?.sizes?.[0]?.url ?? product.image;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <img
        src={thumb}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        className={`size-11 shrink-0 rounded-md bg-sunken ${
          thumb.endsWith('.svg') ? 'object-contain p-1' : 'object-cover'
        }`}
      />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
