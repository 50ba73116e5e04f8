import { type RefObject, useEffect, useRef } from 'react';
import type { CartItem, ProductDto } from '#libs/contracts';
import { Stepper } from '../../ui/stepper';
import { useCartChanges } from './use-cart-changes';

/** Changes what of a product is in the cart, in place of the Add button of a compact card. */
export default function LineStepper({
  product,
  line,
  acted,
}: {
  product: ProductDto;
  line: CartItem;
  /** Whether the control that was here before has just been used, and so had the focus. */
  acted: RefObject<boolean>;
}) {
  const changes = useCartChanges();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (acted.current) [...(place.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
    acted.current = false;
  }, [acted]);
  return (
    <div ref={place}>
      <Stepper
        full
        name={product.name}
        value={line.quantity}
        onChange={(quantity) => void changes.set(line, quantity)}
        onRemove={() => {
          acted.current = true;
          void changes.remove(line);
        }}
        step={product.step}
        min={product.minimum}
        max={Math.max(product.minimum, product.available)}
      />
    </div>
  );
}
