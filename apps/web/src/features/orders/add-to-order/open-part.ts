import { type Id, isOpenToCustomer, type OrderDto, type OrderPart } from '#libs/contracts';
import { weekdayName } from '../../../lib/text/format';
import { addToOrderText as text } from './texts';

/** A part of an order, to which its customer may still add. */
export interface OpenPart {
  readonly order: OrderDto;
  readonly part: OrderPart;
}

const cutOff = ({ part: { slot } }: OpenPart) => slot?.cutOffAt ?? '9999';

/** The farm's part that closes next; one without a day comes last. */
export function openPartOf(orders: readonly OrderDto[], farmId: Id, now: number): OpenPart | null {
  const open = orders.flatMap((order) =>
    order.parts
      .filter((part) => part.farmId === farmId && isOpenToCustomer(part, now))
      .map((part) => ({ order, part })),
  );
  open.sort((a, b) => cutOff(a).localeCompare(cutOff(b)));
  return open[0] ?? null;
}

/** `Add to my Friday order`. */
export const addText = ({ slot }: OrderPart): string =>
  text.add(slot && weekdayName(new Date(slot.date).getUTCDay()));
