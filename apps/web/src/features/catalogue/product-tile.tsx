import type { Category, Picture } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { isCutout, NearImage } from '../../ui/thumb';

const backgrounds: Record<Category, string> = {
  vegetables: 'bg-(--tile-vegetables)',
  fruit: 'bg-(--tile-fruit)',
  greens: 'bg-(--tile-greens)',
  herbs: 'bg-(--tile-herbs)',
  roots: 'bg-(--tile-roots)',
  mushrooms: 'bg-(--tile-mushrooms)',
  'eggs-dairy': 'bg-(--tile-eggs-dairy)',
  pantry: 'bg-(--tile-pantry)',
};

/** A product's picture on the tint of its category; a cutout has a margin, all others fill the tile. */
export function ProductTile({
  picture: { url, alt, width = 256, height = 256, sizes: widths },
  category,
  sizes,
  eager = false,
  faded = false,
  className,
}: {
  picture: Picture;
  category: Category;
  /** The `sizes` attribute of the image: which width of a photo is fetched. */
  sizes: string;
  /** For pictures on the first screen; the others load when they are near. */
  eager?: boolean;
  faded?: boolean;
  className?: string;
}) {
  return (
    <div
      className={cx(
        'relative grid grid-rows-1 place-items-center overflow-hidden',
        backgrounds[category],
        className,
      )}
    >
      <NearImage
        src={url}
        srcSet={widths?.map((one) => `${one.url} ${one.width}w`).join()}
        sizes={widths && sizes}
        alt={alt}
        width={width}
        height={height}
        eager={eager}
        className={cx(
          isCutout(url) ? 'produce-shadow size-[66%] object-contain' : 'size-full object-cover',
          'transition-[scale] duration-300 group-hover:scale-[1.05]',
          faded && 'opacity-60 grayscale-[0.6]',
        )}
      />
    </div>
  );
}
