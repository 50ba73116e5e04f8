import { fromThousandths, type PickList, toThousandths, type Unit } from '#libs/contracts';

/** An order of a product: what comes of it and what was ordered. */
export interface Hit {
  readonly orderId: string;
  readonly partId: string;
  readonly version: number;
  readonly code: string;
  readonly quantity: number;
  readonly ordered: number;
  readonly note: string | null;
  /** Whether nothing else of it comes. */
  readonly isAll: boolean;
}

/** The listed orders of a product, oldest first; also those that it was taken off. */
export function hitsOf({ orders }: PickList, productId: string, unit: Unit): Hit[] {
  return orders.flatMap(({ orderId, partId, version, code, lines }) => {
    const line = lines.find((one) => one.productId === productId && one.unit === unit);
    if (!line) return [];
    const { quantity, ordered, note } = line;
    const isAll = lines.every((one) => one === line || one.quantity === 0);
    return [{ orderId, partId, version, code, quantity, ordered, note, isAll }];
  });
}

export function sumOf(amounts: readonly number[]): number {
  return fromThousandths(amounts.reduce((sum, amount) => sum + toThousandths(amount), 0));
}

/** Who gets how much, by part: who ordered first gets all of theirs first. */
export function shared(total: number, hits: readonly Hit[]): ReadonlyMap<string, number> {
  let left = toThousandths(total);
  return new Map(
    hits.map(({ partId, ordered }) => {
      const share = Math.min(toThousandths(ordered), left);
      left -= share;
      return [partId, fromThousandths(share)];
    }),
  );
}
