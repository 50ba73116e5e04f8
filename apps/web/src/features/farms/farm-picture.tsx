import type { FarmDto, Picture } from '#libs/contracts';
import { cx } from '../../lib/cx';

/** A drawing as wide as a cover; any other stands free on the green, as a farm has it before its own. */
const isWide = (image: string) => !image.startsWith('/produce/') || image.includes('/farm-');
/** Twice as wide as it is high, unless its place asks for something flatter. */
const frame = (shape = 'aspect-[2/1]') =>
  cx('relative grid w-full place-items-center overflow-hidden bg-(--tile-greens)', shape);

interface Props {
  /** How wide it is shown, as `sizes` of an image says it. */
  sizes: string;
  /** For the picture on top of a page; others load when they come near. */
  eager?: boolean;
  /** The frame's aspect ratio and corners. */
  className?: string;
}

/** A photo in its frame, cut around its middle. */
export function CoverPicture({
  picture: { url, alt, width = 1200, height = 600, sizes: widths },
  sizes,
  eager = false,
  className,
}: Props & { picture: Picture }) {
  return (
    <div className={frame(className)}>
      <img
        src={url}
        srcSet={widths?.map((one) => `${one.url} ${one.width}w`).join()}
        sizes={widths && sizes}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className="absolute inset-0 size-full object-cover"
      />
    </div>
  );
}

/** The picture of a farm: its own photo, or the drawing that every farm has. */
export function FarmPicture({
  farm: { image, cover },
  described = false,
  ...rest
}: Props & {
  farm: Pick<FarmDto, 'image' | 'cover'>;
  /** Says what can be seen; not where the farm's name stands beside it as a link. */
  described?: boolean;
}) {
  if (cover !== null)
    return <CoverPicture {...rest} picture={described ? cover : { ...cover, alt: '' }} />;
  if (isWide(image)) return <CoverPicture {...rest} picture={{ url: image, alt: '' }} />;
  return (
    <div className={frame(rest.className)}>
      <img
        src={image}
        alt=""
        width={256}
        height={256}
        loading={rest.eager ? 'eager' : 'lazy'}
        fetchPriority={rest.eager ? 'high' : undefined}
        decoding="async"
        className="produce-shadow absolute inset-y-[14%] h-[72%] object-contain"
      />
    </div>
  );
}
