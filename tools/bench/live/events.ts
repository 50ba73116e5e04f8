import { ObjectId } from 'mongodb';
import type { DomainEvent, Id, OrderDto } from '#libs/contracts';

/** A sale of a product that many clients watch. */
export function stockChanged(productId: Id): DomainEvent<'product.stock-changed'> {
  const change = {
    productId,
    farmId: '0'.repeat(24),
    price: 3.25,
    status: 'live',
    public: true,
    listed: true,
    holidayUntil: null,
    rating: 4.5,
    reviewCount: 12,
    available: 38,
    stock: 'in_stock',
  } as const;
  return {
    ...headOf(productId),
    name: 'product.stock-changed',
    payload: { change, before: { ...change, available: 40 } },
  };
}

/** An order of one line, as its farm receives it. */
export function partPlaced(farmId: Id, customerId: Id): DomainEvent<'order.part-placed'> {
  const order = orderOf(farmId, customerId);
  return { ...headOf(order._id), name: 'order.part-placed', payload: { farmId, order } };
}

/** The same order, as its customer receives it. */
export function placed(of: DomainEvent<'order.part-placed'>): DomainEvent<'order.placed'> {
  const { order } = of.payload;
  return { ...headOf(order._id), name: 'order.placed', payload: { order } };
}

const idOf = () => new ObjectId().toString();

const headOf = (aggregateId: Id) => ({
  id: idOf(),
  occurredAt: new Date().toISOString(),
  aggregateId,
  version: 1,
  correlationId: 'bench',
  actorId: null,
});

function orderOf(farmId: Id, customerId: Id): OrderDto {
  const _id = idOf();
  const at = new Date().toISOString();
  return {
    _id,
    code: `FG-${_id.slice(-8).toUpperCase()}`,
    createdAt: at,
    status: 'Processing',
    isDelivered: false,
    customer: { _id: customerId, name: 'Emma Castillo' },
    address: { line1: '12 Mill Lane', city: 'Hudson', state: 'NY', postalCode: '12534' },
    notes: null,
    goodsTotal: 6.5,
    deliveryFee: 4.99,
    totalPrice: 11.49,
    payment: { method: 'pay_on_handover', status: 'due', amount: 11.49, paid: 0 },
    version: 1,
    parts: [
      {
        _id: idOf(),
        farmId,
        farmName: 'Hollow Creek Farm',
        farmSlug: 'hollow-creek-farm',
        fulfilment: 'delivery',
        pickupPlace: null,
        status: 'placed',
        subtotal: 6.5,
        note: null,
        payment: { status: 'due', amount: 6.5 },
        version: 1,
        lines: [
          {
            productId: idOf(),
            name: 'Carrots',
            category: 'roots',
            image: '/produce/carrot.svg',
            unit: 'lb',
            quantity: 2,
            price: 3.25,
            total: 6.5,
            note: null,
          },
        ],
        timeline: [
          {
            status: 'placed',
            at,
            by: { role: 'customer', name: 'Emma C.' },
            reason: null,
            declineReason: null,
            goods: null,
          },
        ],
      },
    ],
  };
}
