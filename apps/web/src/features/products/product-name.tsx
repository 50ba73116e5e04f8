import { type ReactNode, useEffect, useRef } from 'react';
import type { OwnProductDto, ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { useAnnounce } from '../../ui/live-announcer';
import { Thumb } from '../../ui/thumb';
import { productsText } from './texts';

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

/** An admin's reason for taking a product down or sending it back; announced when it arrives. */
export function ModerationNote({ product }: { product: OwnProductDto }) {
  const { name, moderation, status } = product;
  const announce = useAnnounce('moderation');
  const before = useRef(moderation);
  useEffect(() => {
    if (before.current === moderation) return;
    before.current = moderation;
    announce(
      moderation === null
        ? productsText.released(name)
        : productsText.takenDownBecause(name, moderation),
    );
  }, [moderation, name, announce]);
  if (moderation === null) {
    return status === 'review' ? (
      <p className="mt-1 max-w-80 text-sm font-normal text-butter-ink">{productsText.waits}</p>
    ) : null;
  }
  return (
    <p className="mt-1 max-w-80 rounded-sm border-l-4 border-tomato-ink bg-tomato-tint px-2 py-1 text-sm font-normal text-tomato-ink">
      {status === 'review' ? productsText.waitsAgain : productsText.sentBack}{' '}
      <q className="italic">{moderation}</q>
    </p>
  );
}
