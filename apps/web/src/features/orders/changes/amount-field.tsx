import { useEffect, useRef } from 'react';
import type { ProductDto } from '#libs/contracts';
import { Button } from '../../../ui/button';
import { Stepper } from '../../../ui/stepper';
import { changeText as text } from './texts';

/** How much of a product is wanted: a stepper, or a button that adds it while nothing is. */
export function AmountField({
  product: { name, unit, step, minimum, available },
  quantity,
  taken,
  initial,
  isBack = false,
  onSet,
}: {
  product: ProductDto;
  quantity: number;
  /** What of it the order has already. */
  taken: number;
  /** The amount that the button adds. */
  initial: number;
  /** Whether the button puts back what was removed. */
  isBack?: boolean;
  onSet: (quantity: number) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const acted = useRef(false);
  const isIn = quantity > 0;
  // the control that was used is replaced by another: the focus moves to it
  useEffect(() => {
    if (acted.current) [...(place.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
    acted.current = false;
  });
  const setBoth = (next: number) => {
    acted.current = true;
    onSet(next);
  };
  return (
    <div ref={place}>
      {isIn ? (
        <Stepper
          name={name}
          unit={unit}
          value={quantity}
          step={step}
          min={minimum}
          max={Math.max(minimum, available + taken)}
          onChange={onSet}
          onRemove={() => setBoth(0)}
        />
      ) : (
        <Button
          tone="outline"
          size="sm"
          onClick={() => setBoth(initial)}
          aria-label={isBack ? text.putBackName(name) : text.addName(name)}
        >
          {isBack ? text.putBack : text.add}
        </Button>
      )}
    </div>
  );
}
