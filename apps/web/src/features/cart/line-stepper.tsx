import { type RefObject, useEffect, useRef } from 'react';
import type { ProductDto } from '#libs/contracts';
import { Stepper } from '../../ui/stepper';
import { newLine } from './cart-math';
import { useCartChanges } from './use-cart-changes';

/** Changes the quantity of a product in the cart, in place of the Add button of a compact card. */
export default function LineStepper({
  product,
  quantity,
  acted,
  add,
}: {
  product: ProductDto;
  quantity: number;
  /** Whether the previous control has just been used: then the focus moves to the one that replaces it. */
  acted: RefObject<boolean>;
  /** The place of the Add button. */
  add: RefObject<HTMLElement | null>;
}) {
  const changes = useCartChanges();
  const line = newLine(product, quantity);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focusLast = (of: HTMLElement | null) => {
      if (acted.current) [...(of?.querySelectorAll('button') ?? [])].at(-1)?.focus();
      acted.current = false;
    };
    focusLast(place.current);
    const added = add.current;
    return () => focusLast(added);
  }, [acted, add]);
  return (
    <div ref={place}>
      <Stepper
        full
        name={product.name}
        value={quantity}
        onChange={(next) => void changes.set(line, next)}
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
