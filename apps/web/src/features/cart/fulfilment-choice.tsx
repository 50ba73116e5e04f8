import type { Fulfilment } from '#libs/contracts';
import { cartPageText } from './cart-page-texts';
import type { FarmFulfilment } from './use-farm-fulfilments';

/** Delivery or pickup from one farm. */
export function FulfilmentChoice({
  farmId,
  farmer,
  farmWay: { options, fulfilment, pickupPlace },
  onFulfilment,
}: {
  farmId: string;
  farmer: string;
  farmWay: FarmFulfilment;
  onFulfilment: (fulfilment: Fulfilment) => void;
}) {
  const labels = {
    delivery: cartPageText.delivery,
    pickup: pickupPlace === null ? cartPageText.pickup : cartPageText.pickupAt(pickupPlace),
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm text-ink-soft">{cartPageText.howFrom(farmer)}</legend>
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
    </fieldset>
  );
}
