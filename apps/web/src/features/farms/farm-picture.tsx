import type { FarmDto } from '#libs/contracts';
import { cx } from '../../lib/cx';

/** A cover is a wide picture; any other drawing stands free on the green, as a farm has it before its own. */
const isCover = (image: string) => !image.startsWith('/produce/') || image.includes('/farm-');

/** The picture of a farm, twice as wide as it is high. */
export function FarmPicture({
  farm: { image },
  eager = false,
  className,
}: {
  farm: Pick<FarmDto, 'image'>;
  /** For the picture on top of a page; others load when they come near. */
  eager?: boolean;
  className?: string;
}) {
  const cover = isCover(image);
  return (
    <div
      className={cx(
        'grid aspect-[2/1] w-full place-items-center overflow-hidden bg-(--tile-greens)',
        className,
      )}
    >
      <img
        src={image}
        alt=""
        width={cover ? 1200 : 256}
        height={cover ? 600 : 256}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={cover ? 'size-full object-cover' : 'produce-shadow h-[72%] object-contain'}
      />
    </div>
  );
}
