import {
  addDollars,
  deliveryFee,
  type FarmDto,
  type OrderDto,
  type OrderPart,
  type PlaceOrder,
  type ProductDto,
  type PublicSettings,
  toCents,
  toDollars,
  type UserDto,
} from '#libs/contracts';
import { type FakeDays, partSlotOf } from './fake-days';
import { fakeId, makeCartItem, makeUser } from './fixtures';

/** Where orders are delivered. */
export const address = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '1 Elm St',
  city: 'Amherst',
  state: 'MA',
  postalCode: '01002',
} as const;
/** The same, of an address book. */
export const makeHome = () => ({ ...address, _id: fakeId('part', 901), isDefault: true });

/** The part of the fake server that an order is made from. */
interface OrderSource {
  farms: readonly FarmDto[];
  products: readonly ProductDto[];
  orders: readonly OrderDto[];
  settings: PublicSettings;
  user: UserDto | null;
  days: FakeDays;
}

/** The order for a request body: one part per farm, with the delivery fee of the server's settings. */
export function makeOrder(server: OrderSource, body: PlaceOrder): OrderDto {
  const at = new Date().toISOString();
  const customer = server.user ?? makeUser('customer');
  const parts: OrderPart[] = [];
  for (const { productId, quantity, note } of body.items) {
    const product = server.products.find((one) => one._id === productId);
    const farm = server.farms.find((one) => one._id === product?.farmId);
    if (product === undefined || farm === undefined) throw new Error(`no product ${productId}`);
    const { name, image, unit, price, total } = makeCartItem(product, quantity);
    let part = parts.find((one) => one.farmId === farm._id);
    if (part === undefined) {
      part = {
        _id: fakeId('part', server.orders.length * 16 + parts.length + 1),
        farmId: farm._id,
        farmName: farm.name,
        farmSlug: farm.slug,
        fulfilment:
          body.farms?.[farm._id]?.fulfilment ??
          body.fulfilment?.[farm._id] ??
          farm.fulfilment[0] ??
          'delivery',
        pickupPlace: farm.pickupPlace,
        slot: partSlotOf(server.days, body.farms?.[farm._id]?.slotId),
        status: 'placed',
        subtotal: 0,
        orderedTotal: 0,
        note: body.farms?.[farm._id]?.note ?? null,
        payment: { status: 'due', amount: 0 },
        lines: [],
        timeline: [
          {
            status: 'placed',
            at,
            by: { role: 'customer', name: customer.name },
            reason: null,
            declineReason: null,
            goods: null,
          },
        ],
        changes: [],
        refunds: [],
        version: 1,
      };
      parts.push(part);
    }
    const { category } = product;
    part.lines.push({
      productId,
      name,
      category,
      image,
      unit,
      quantity,
      ordered: quantity,
      price,
      total,
      note: note ?? null,
    });
    part.subtotal = addDollars(part.subtotal, total);
    part.orderedTotal = part.subtotal;
    part.payment.amount = part.subtotal;
  }
  const goods = parts.reduce((sum, part) => sum + toCents(part.subtotal), 0);
  const delivers = parts.some((part) => part.fulfilment === 'delivery');
  const fee = deliveryFee(goods, delivers, {
    freeDeliveryOver: toCents(server.settings.freeDeliveryOver),
    deliveryFee: toCents(server.settings.deliveryFee),
  });
  return {
    _id: fakeId('order', server.orders.length + 1),
    code: `FG-7K3Q${server.orders.length}M`,
    createdAt: at,
    status: 'Processing',
    isDelivered: false,
    customer: { _id: customer._id, name: customer.name },
    address: body.address,
    notes: body.notes ?? null,
    goodsTotal: toDollars(goods),
    deliveryFee: toDollars(fee),
    totalPrice: toDollars(goods + fee),
    payment: {
      method: body.payment ?? 'pay_on_handover',
      status: 'due',
      amount: toDollars(goods + fee),
      paid: 0,
    },
    feeRate: server.settings.feeRate,
    parts,
    version: 1,
  };
}
