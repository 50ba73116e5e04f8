import { useState } from 'react';
import type { Id, OrderPart, ProductDto } from '#libs/contracts';

/** What the customer has entered for a part. */
export interface Draft {
  /** The amounts that differ from what comes now, by product id. */
  readonly pending: readonly (readonly [productId: Id, quantity: number])[];
  /** The products whose lines somebody else changed since the customer last looked. */
  readonly moved: readonly Id[];
  /** Products that the customer added, as they were then. */
  readonly added: readonly ProductDto[];
  /** What is wanted of a product. */
  readonly quantityOf: (productId: Id) => number;
  readonly set: (product: ProductDto | Id, quantity: number) => void;
  /** The customer has looked at the part as it is now. */
  readonly look: () => void;
}

export const lineOf = ({ lines }: OrderPart, productId: Id) =>
  lines.find((line) => line.productId === productId);
export const comesOf = (part: OrderPart, productId: Id) => lineOf(part, productId)?.quantity ?? 0;

export function useDraft(part: OrderPart): Draft {
  /** The part that the customer last looked at. */
  const [seen, setSeen] = useState(part);
  const [wanted, setWanted] = useState<Readonly<Record<Id, number>>>({});
  const [added, setAdded] = useState<Readonly<Record<Id, ProductDto>>>({});
  const pending = Object.entries(wanted).filter(([id, quantity]) => quantity !== comesOf(part, id));
  const moved = part.lines
    .filter(({ productId, quantity, ordered }) => {
      const before = lineOf(seen, productId);
      return quantity !== (before?.quantity ?? 0) || ordered !== (before?.ordered ?? 0);
    })
    .map(({ productId }) => productId);
  return {
    pending,
    moved: pending.length === 0 ? [] : moved,
    added: Object.values(added),
    quantityOf: (productId) => wanted[productId] ?? comesOf(part, productId),
    set: (product, quantity) => {
      // nothing was entered before: what is on the screen is where it starts
      if (pending.length === 0) setSeen(part);
      const id = typeof product === 'string' ? product : product._id;
      if (typeof product !== 'string') setAdded((now) => ({ ...now, [id]: product }));
      setWanted((now) => ({ ...now, [id]: quantity }));
    },
    look: () => setSeen(part),
  };
}
