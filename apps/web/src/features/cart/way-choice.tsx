import type { Fulfilment } from '#libs/contracts';
import { basketText } from './basket-texts';
import type { FarmWay } from './use-farm-ways';

/** Delivery or pickup from one farm. */
export function WayChoice({
  farmId,
  farmer,
  farmWay: { ways, way, pickupPlace },
  onWay,
}: {
  farmId: string;
  farmer: string;
  farmWay: FarmWay;
  onWay: (way: Fulfilment) => void;
}) {
  const labels = {
    delivery: basketText.delivery,
    pickup: pickupPlace === null ? basketText.pickup : basketText.pickupAt(pickupPlace),
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm text-ink-soft">{basketText.howFrom(farmer)}</legend>
      {ways.map((one) => (
        <label
          key={one}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={`way-${farmId}`}
            checked={way === one}
            onChange={() => onWay(one)}
            className="size-5 shrink-0 accent-(--leaf)"
          />
          {labels[one]}
        </label>
      ))}
    </fieldset>
  );
}
