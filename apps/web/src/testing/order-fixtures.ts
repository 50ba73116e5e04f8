import {
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
import { fakeId, makeCartItem, makeUser } from './fixtures';

/** As much of the fake server as an order is made from. */
interface Market {
  farms: readonly FarmDto[];
  products: readonly ProductDto[];
  orders: readonly OrderDto[];
  settings: PublicSettings;
  user: UserDto | null;
}

/** The order that a body becomes: one part per farm, the fee by the server's settings. */
export function makeOrder(server: Market, body: PlaceOrder): OrderDto {
  const at = new Date().toISOString();
  const customer = server.user ?? makeUser('customer');
  const parts: OrderPart[] = [];
  for (const { productId, quantity } of body.items) {
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
        fulfilment: body.fulfilment?.[farm._id] ?? farm.fulfilment[0] ?? 'delivery',
        pickupPlace: farm.pickupPlace,
        status: 'placed',
        subtotal: 0,
        lines: [],
        timeline: [
          { status: 'placed', at, by: { role: 'customer', name: customer.name }, reason: null },
        ],
        version: 1,
      };
      parts.push(part);
    }
    part.lines.push({ productId, name, image, unit, quantity, price, total });
    part.subtotal = toDollars(toCents(part.subtotal) + toCents(total));
  }
  const goods = parts.reduce((sum, part) => sum + toCents(part.subtotal), 0);
  const { freeDeliveryOver, deliveryFee } = server.settings;
  const delivers = parts.some((part) => part.fulfilment === 'delivery');
  const fee = delivers && goods <= toCents(freeDeliveryOver) ? toCents(deliveryFee) : 0;
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
    parts,
    version: 1,
  };
}
