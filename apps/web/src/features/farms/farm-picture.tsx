import type { FarmDto, Picture } from '#libs/contracts';
import { cx } from '../../lib/cx';

/** Whether a picture fills the frame; other drawings, such as the default one, have a margin. */
const isWide = (image: string) => !image.startsWith('/produce/') || image.includes('/farm-');
/** Class names of the frame, with an aspect ratio of 2:1 by default. */
const frameClass = (shape = 'aspect-[2/1]') =>
  cx('relative grid w-full place-items-center overflow-hidden bg-(--tile-greens)', shape);

interface Props {
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** For the picture at the top of a page; the others load lazily. */
  eager?: boolean;
  /** The frame's aspect ratio and corners. */
  className?: string;
}

/** A photo in its frame, cropped to its centre. */
export function CoverPicture({
  picture: { url, alt, width = 1200, height = 600, sizes: widths },
  sizes,
  eager = false,
  className,
}: Props & { picture: Picture }) {
  return (
    <div className={frameClass(className)}>
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

/** The picture of a farm: its own photo, or its default drawing. */
export function FarmPicture({
  farm: { image, cover },
  showAlt = false,
  ...rest
}: Props & {
  farm: Pick<FarmDto, 'image' | 'cover'>;
  /** Whether the alt text is set; not beside a link with the farm's name. */
  showAlt?: boolean;
}) {
  if (cover !== null)
    return <CoverPicture {...rest} picture={showAlt ? cover : { ...cover, alt: '' }} />;
  if (isWide(image)) return <CoverPicture {...rest} picture={{ url: image, alt: '' }} />;
  return (
    <div className={frameClass(rest.className)}>
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
