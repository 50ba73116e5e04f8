import {
  fromThousandths,
  movedTotal,
  type OrderDto,
  type OrderPart,
  type PackingSlip,
  type PackingSlips,
  type PickList,
  type PickListQuery,
  toCents,
  toDollars,
  toThousandths,
} from '#libs/contracts';
import { liveValue, type StoreView } from '../../../realtime/live-query';
import { mapShared } from '../../../realtime/rows';
import { currentOrder } from '../current-order';
import { isOnDay, orders } from '../orders.live';

type Entry = PickList['orders'][number];

liveValue<PickList, PickListQuery>({
  key: ['pick-list', 'list'],
  reads: [orders],
  current: (list, view, query) => {
    const pictures = new Map(list.products.map(({ productId, image }) => [productId, image]));
    const kept = list.orders.flatMap((entry) => currentEntry(entry, query, view, pictures));
    const isUnchanged =
      kept.length === list.orders.length && kept.every((entry, at) => entry === list.orders[at]);
    // a truncated list cannot know which entries it lacks
    const added = list.total > list.orders.length ? [] : newEntries(kept, query, view);
    if (isUnchanged && added.length === 0) return list;
    const all = [...kept, ...added.map(({ entry }) => entry)].sort(oldestPlaced);
    for (const { part } of added) addPictures(pictures, part);
    return {
      orders: all,
      products: byProduct(all, pictures),
      total: movedTotal(list.total, all.length - list.orders.length),
    };
  },
});

const isToPick = (part: OrderPart, { status, day }: PickListQuery) =>
  (status ? part.status === status : part.status === 'placed' || part.status === 'accepted') &&
  isOnDay(part, day);

function addPictures(pictures: Map<string, string>, { lines }: OrderPart): void {
  for (const { productId, image } of lines) pictures.set(productId, image);
}

function currentEntry(
  entry: Entry,
  query: PickListQuery,
  view: StoreView,
  pictures: Map<string, string>,
): Entry[] {
  const part = view.get(orders, entry.orderId)?.parts?.[entry.partId];
  if (!part || part.version <= entry.version) return [entry];
  if (!isToPick(part, query)) return [];
  addPictures(pictures, part);
  const { status, version } = part;
  return [{ ...entry, status, version, lines: linesToPick(part) }];
}

/** The lines of a part, as the server lists them: also those that were taken off. */
const linesToPick = ({ lines }: OrderPart): Entry['lines'] =>
  lines.map(({ productId, name, unit, quantity, ordered, note }) => {
    return { productId, name, unit, quantity, ordered, note };
  });

/** Changed orders that are to be picked and are not in the list. */
function newEntries(
  listed: readonly Entry[],
  query: PickListQuery,
  view: StoreView,
): { entry: Entry; part: OrderPart }[] {
  return [...view.changed(orders)].flatMap((id) => {
    const known = view.get(orders, id);
    const order = known?.order && currentOrder(known.order, known, view.viewer);
    const part = order?.parts.find(({ farmId }) => farmId === view.viewer?.farmId);
    if (!order || !part || !isToPick(part, query)) return [];
    if (listed.some(({ partId }) => partId === part._id)) return [];
    if (query.from !== undefined && order.createdAt < query.from) return [];
    if (query.to !== undefined && order.createdAt >= query.to) return [];
    return [{ entry: entryOf(order, part), part }];
  });
}

function entryOf({ _id, code, createdAt }: OrderDto, part: OrderPart): Entry {
  const { _id: partId, status, fulfilment, slot, note, version } = part;
  const lines = linesToPick(part);
  const ids = { orderId: _id, partId, code, placedAt: createdAt };
  return { ...ids, status, fulfilment, slot, note, lines, version };
}

/** Oldest first, as the server sorts them. */
function oldestPlaced(a: Entry, b: Entry): number {
  return a.placedAt.localeCompare(b.placedAt) || (a.orderId < b.orderId ? -1 : 1);
}

/** Sums the entries by product, as the server does. */
function byProduct(
  entries: readonly Entry[],
  pictures: ReadonlyMap<string, string>,
): PickList['products'] {
  const sums = new Map<string, PickList['products'][number]>();
  for (const { orderId, code, lines } of entries) {
    for (const { productId, name, unit, quantity, note } of lines) {
      const key = `${productId}:${unit}`;
      const image = pictures.get(productId) ?? '';
      const sum = sums.get(key) ?? { productId, name, image, unit, quantity: 0, orders: [] };
      sum.quantity = fromThousandths(toThousandths(sum.quantity) + toThousandths(quantity));
      sum.orders.push({ orderId, code, quantity, note });
      sums.set(key, sum);
    }
  }
  return [...sums.values()].sort((a, b) => a.name.localeCompare(b.name));
}

liveValue<PackingSlip>({ key: ['packing-slip'], reads: [orders], current: currentSlip });

liveValue<PackingSlips>({
  key: ['packing-slips', 'list'],
  reads: [orders],
  current: (list, view) => {
    const slips = mapShared(list.slips, (slip) => currentSlip(slip, view));
    return slips === list.slips ? list : { ...list, slips };
  },
});

function currentSlip(slip: PackingSlip, view: StoreView): PackingSlip {
  const part = view.get(orders, slip.orderId)?.parts?.[slip.partId];
  if (!part || part.version <= slip.version) return slip;
  const { status, version, payment, subtotal } = part;
  // the farm's events do not have the order's fee, which changes with what the customer orders elsewhere too
  const fee = toCents(slip.payment.deliveryFee);
  const isCollected = payment.status === 'due' && slip.payment.method !== 'card';
  const toCollect = isCollected ? toDollars(toCents(payment.amount) + fee) : 0;
  return {
    ...slip,
    status,
    version,
    lines: part.lines
      .filter(({ quantity, ordered }) => quantity > 0 || ordered > 0)
      .map(({ productId, name, unit, quantity, ordered, note, total }) => {
        return { productId, name, unit, quantity, ordered, note, total };
      }),
    goodsTotal: subtotal,
    payment: { ...slip.payment, status: payment.status, toCollect },
  };
}
