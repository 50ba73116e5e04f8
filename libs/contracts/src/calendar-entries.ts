import type { DeliveryAddress } from './addresses.js';
import { isLive } from './order-state.js';
import type { OrderPart } from './orders.js';
import type { Id } from './primitives.js';

/** One date in a calendar file. Moments are UTC, ISO 8601. */
export interface CalendarEntry {
  /** The same for the same date in every file, so that a calendar replaces what it has. */
  readonly uid: string;
  /** Grows with every change, so that a calendar knows the newer one. */
  readonly sequence: number;
  readonly startAt: string;
  readonly endAt: string;
  readonly changedAt: string;
  readonly title: string;
  readonly text: string;
  /** Null if it is not said. */
  readonly location: string | null;
  /** The page about it, a path of the web app. */
  readonly path: string;
  readonly isCancelled: boolean;
}

/** An address on one line: `1 Main St, Hudson, NY 12534`. */
export const addressLine = ({
  line1,
  line2,
  city,
  state,
  postalCode,
}: Omit<DeliveryAddress, 'recipient' | 'phone'>): string =>
  [line1, ...(line2 ? [line2] : []), city, `${state} ${postalCode}`].join(', ');

/** An order as far as its dates need it; without an address, the place of a delivery is not said. */
interface DatedOrder {
  readonly _id: Id;
  readonly code: string;
  readonly createdAt: string;
  readonly address: Omit<DeliveryAddress, 'recipient' | 'phone'> | null;
  readonly parts: readonly Pick<
    OrderPart,
    '_id' | 'farmName' | 'fulfilment' | 'pickupPlace' | 'slot' | 'status' | 'timeline' | 'version'
  >[];
}

/** The dates of an order for its customer: one for each part with a slot. */
export const orderDates = ({ _id, code, createdAt, address, parts }: DatedOrder): CalendarEntry[] =>
  parts.flatMap(({ slot, ...part }) => {
    if (slot === null) return [];
    const isPickup = part.fulfilment === 'pickup';
    return [
      {
        uid: `${part._id}@parts.farmgate`,
        sequence: part.version,
        startAt: slot.startAt,
        endAt: slot.endAt,
        changedAt: part.timeline.at(-1)?.at ?? createdAt,
        title: isPickup ? `Pick up from ${part.farmName}` : `Delivery from ${part.farmName}`,
        text: `Order ${code}`,
        location: isPickup ? part.pickupPlace : address && addressLine(address),
        path: `/orders/${_id}`,
        isCancelled: !isLive(part.status),
      },
    ];
  });
