import type { ProductDto } from '#libs/contracts';

/** A product's picture and name; the picture says nothing the name does not. */
export function ProductName({ product }: { product: ProductDto }) {
  return (
    <span className="flex items-center gap-3">
      <img
        src={product.image}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        className="size-11 shrink-0 rounded-md bg-sunken object-contain p-1"
      />
      <span className="min-w-0">{product.name}</span>
    </span>
  );
}
