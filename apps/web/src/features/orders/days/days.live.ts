import { OPEN_PARTS, type OrderDays, type OrderPart } from '#libs/contracts';
import { liveValue, type StoreView } from '../../../realtime/live-query';
import { orders } from '../orders.live';

type Entry = OrderDays['parts'][number];

liveValue<OrderDays>({
  key: ['order-days'],
  reads: [orders],
  current: (days, view) => {
    const kept = days.parts.flatMap((entry) => currentEntry(entry, view));
    const listed = new Set(days.parts.map(({ partId }) => partId));
    const added = [...view.changed(orders)].flatMap((orderId) => {
      const part = ownPart(orderId, view);
      return part && isOpen(part) && !listed.has(part._id) ? [entryOf(orderId, part)] : [];
    });
    const parts = [...kept, ...added];
    const isUnchanged =
      parts.length === days.parts.length && parts.every((one, at) => one === days.parts[at]);
    return isUnchanged ? days : { ...days, parts };
  },
});

const isOpen = ({ status }: OrderPart) => OPEN_PARTS.some((open) => open === status);

const ownPart = (orderId: string, view: StoreView): OrderPart | undefined =>
  Object.values(view.get(orders, orderId)?.parts ?? {}).find(
    ({ farmId }) => farmId === view.viewer?.farmId,
  );

function currentEntry(entry: Entry, view: StoreView): Entry[] {
  const part = ownPart(entry.orderId, view);
  if (!part || part.version <= entry.version) return [entry];
  return isOpen(part) ? [entryOf(entry.orderId, part)] : [];
}

const entryOf = (orderId: string, part: OrderPart): Entry => ({
  orderId,
  partId: part._id,
  day: part.slot?.date ?? 'none',
  status: part.status,
  fulfilment: part.fulfilment,
  version: part.version,
});
