import { type ComponentProps, useRef } from 'react';
import { useNear } from '../lib/browser/viewport';
import { cx } from '../lib/cx';

/** A small square picture beside the name of what it shows; decorative. `className` sets its size and shape. */
export function Thumb({ src, className }: { src: string; className: string }) {
  return (
    <img
      src={src}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      className={cx(
        'shrink-0 bg-sunken',
        isCutout(src) ? 'object-contain p-[8%]' : 'object-cover',
        className,
      )}
    />
  );
}

/** Whether a picture is a drawing without a background; scenes are drawings with one. */
export const isCutout = (url: string) => url.endsWith('.svg') && !url.includes('/scene-');

/** A picture that is loaded when it is near the viewport, or with the page if `eager`. */
export function NearImage({
  src,
  srcSet,
  alt,
  eager = false,
  ...rest
}: Omit<ComponentProps<'img'>, 'ref'> & { eager?: boolean }) {
  const image = useRef<HTMLImageElement>(null);
  const isNear = useNear(image, eager);
  return (
    <img
      ref={image}
      src={isNear ? src : undefined}
      srcSet={isNear ? srcSet : undefined}
      alt={alt}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      {...rest}
    />
  );
}
