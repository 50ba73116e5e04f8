import { useState } from 'react';
import type { OrderDto, PublicSettings } from '#libs/contracts';
import { useCardForm } from '../../features/cards/use-card-form';
import { PayMissing } from '../../features/orders/payment/pay-missing';
import { unpaidOf, useOrderPayments } from '../../features/orders/payment/payments';
import { useSettings } from '../../lib/api/public-data';

/** What of an order its customer has to pay again; nothing if that is nothing. */
export function MissingPayment({ order }: { order: OrderDto }) {
  const cards = useSettings()?.cards;
  const [isBusy, setBusy] = useState(false);
  const missing = (useOrderPayments(order, 'customer') ?? []).filter((one) => one.unpaid > 0);
  const unpaid = unpaidOf(missing);
  if (!cards || (unpaid === 0 && !isBusy)) return null;
  return (
    <WithCard order={order} cards={cards} unpaid={unpaid} parts={missing.length} onBusy={setBusy} />
  );
}

function WithCard({
  order,
  cards,
  unpaid,
  parts,
  onBusy,
}: {
  order: OrderDto;
  cards: PublicSettings['cards'];
  unpaid: number;
  parts: number;
  onBusy: (isBusy: boolean) => void;
}) {
  const card = useCardForm(cards);
  return (
    <PayMissing orderId={order._id} unpaid={unpaid} parts={parts} card={card} onBusy={onBusy} />
  );
}
