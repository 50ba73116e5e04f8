import type { Fulfilment } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { cartPageText } from './texts';
import type { FarmFulfilment } from './use-farm-fulfilments';

/** Delivery or pickup from one farm. */
export function FulfilmentChoice({
  farmId,
  farmer,
  farmWay: { options, fulfilment, pickupPlace },
  onFulfilment,
  compact = false,
}: {
  farmId: string;
  farmer: string;
  farmWay: FarmFulfilment;
  onFulfilment: (fulfilment: Fulfilment) => void;
  /** Shows the options in one row, and the pickup place below it if pickup is chosen. */
  compact?: boolean;
}) {
  const showsPlace = pickupPlace !== null && !compact;
  const labels = {
    delivery: cartPageText.delivery,
    pickup: showsPlace ? cartPageText.pickupAt(pickupPlace) : cartPageText.pickup,
  };
  return (
    <fieldset className={cx('min-w-0', compact && 'flex flex-wrap gap-x-6')}>
      <legend className={compact ? 'sr-only' : 'mb-1 text-sm text-ink-soft'}>
        {cartPageText.howFrom(farmer)}
      </legend>
      {options.map((one) => (
        <label
          key={one}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={`way-${farmId}`}
            checked={fulfilment === one}
            onChange={() => onFulfilment(one)}
            className="size-5 shrink-0 accent-(--leaf)"
          />
          {labels[one]}
        </label>
      ))}
      {compact && fulfilment === 'pickup' && pickupPlace !== null && (
        <p className="w-full text-sm text-ink-soft">{pickupPlace}</p>
      )}
    </fieldset>
  );
}
