import { type ComponentProps, useRef } from 'react';
import { useNear } from '../lib/browser/viewport';

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
