import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type {
  CartDto,
  DeliveryAddress,
  OrderDto,
  PaymentMethodName,
  PlaceOrder,
  PublicSettings,
} from '#libs/contracts';
import { ORDER_PLACED, paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { EmptyState } from '../../../ui/states';
import { cartQueryOptions } from '../cart';
import { type FarmItems, feesOf, groupByFarm } from '../cart-math';
import { type CheckoutDraft, useCheckoutDraft } from '../checkout-draft';
import { OrderSummary } from '../order-summary';
import { checkoutText } from '../texts';
import { useCartPageActions } from '../use-cart-page-actions';
import {
  type FarmFulfilment,
  useCheckoutDisabledReason,
  useFarmFulfilments,
} from '../use-farm-fulfilments';
import { FarmPart } from './farm-part';
import { HoldTimer } from './hold-timer';
import { OrderProblem } from './order-problem';
import { PaymentChoice, usePayment } from './payment-choice';
import { usePlaceOrder } from './place-order';
import { useCheckoutHold } from './use-checkout-hold';

/** The checkout: address, each farm's part, payment, total, and one button. */
export function CheckoutScreen({
  cart,
  settings,
  address,
  addressChoice,
  onOrdered,
}: {
  cart: CartDto;
  settings: PublicSettings;
  /** The delivery address; null until one is chosen. */
  address: DeliveryAddress | null;
  addressChoice: ReactNode;
  onOrdered: (order: OrderDto) => void;
}) {
  const actions = useCartPageActions();
  const fulfilments = useFarmFulfilments(cart);
  const payment = usePayment(settings.paymentMethods);
  const { draft } = useCheckoutDraft();
  const { place, error, isPending, unconfirmed, ordered } = useOrder(onOrdered);
  const checkoutHold = useCheckoutHold(cart, ordered);
  const cartDisabledReason = useCheckoutDisabledReason(cart);
  const groups = groupByFarm(cart.items);
  const delivers = groups.some((group) => fulfilments.of(group).fulfilment === 'delivery');
  const problem = (
    <OrderProblem
      error={error}
      unconfirmed={unconfirmed}
      busy={isPending}
      items={cart.items}
      onRetry={() => place(null)}
    />
  );

  if (cart.items.length === 0 && !isPending && !ordered) {
    return unconfirmed ? (
      problem
    ) : (
      <EmptyState
        title={checkoutText.empty}
        action={<LinkButton to={paths.cart}>{checkoutText.back}</LinkButton>}
      >
        {checkoutText.emptyHint}
      </EmptyState>
    );
  }
  const disabledReason = checkoutHold.starting
    ? checkoutText.keeping
    : (cartDisabledReason ?? (address === null ? checkoutText.noAddress : null));
  const order = () => {
    if (unconfirmed) place(null);
    else if (address !== null) {
      const holdId = checkoutHold.hold?._id;
      place({
        ...orderedGoods(groups, draft, fulfilments.of),
        address,
        ...(holdId === undefined ? {} : { holdId }),
        ...(payment.method === undefined ? {} : { payment: payment.method }),
      });
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid min-w-0 gap-4">
        <HoldTimer {...checkoutHold} onRenew={checkoutHold.renew} />
        {problem}
        <fieldset disabled={unconfirmed || isPending} className="grid min-w-0 gap-4">
          {addressChoice}
          {groups.map((group) => (
            <FarmPart
              key={group.farmId}
              group={group}
              farmFulfilment={fulfilments.of(group)}
              noteLength={settings.orderLimits.noteLength}
              onFulfilment={(fulfilment) => fulfilments.choose(group.farmId, fulfilment)}
              onAcknowledge={(item) => void actions.acknowledgeChanges(item)}
              onRemove={(item) => void actions.remove(item)}
            />
          ))}
          <PaymentChoice
            methods={settings.paymentMethods}
            method={payment.method}
            onChoose={payment.choose}
          />
        </fieldset>
      </div>
      <OrderSummary fees={feesOf(cart.total, delivers, settings)} delivers={delivers}>
        <OrderButton
          busy={isPending}
          unconfirmed={unconfirmed}
          disabledReason={disabledReason}
          method={payment.method}
          onClick={order}
        />
      </OrderSummary>
    </div>
  );
}

function OrderButton({
  busy,
  unconfirmed,
  disabledReason,
  method,
  onClick,
}: {
  busy: boolean;
  /** An order was sent and got no response: only the same order can be sent again. */
  unconfirmed: boolean;
  disabledReason: string | null;
  method: PaymentMethodName | undefined;
  onClick: () => void;
}) {
  const label = unconfirmed ? checkoutText.tryAgain : (disabledReason ?? checkoutText.place);
  return (
    <>
      <Button
        size="lg"
        full
        busy={busy}
        disabledReason={unconfirmed ? null : disabledReason}
        onClick={onClick}
      >
        {busy ? checkoutText.placing : label}
      </Button>
      {method !== undefined && (
        <p className="mt-3 hidden text-center text-sm text-ink-soft lg:block">
          {checkoutText.methods[method]}
        </p>
      )}
    </>
  );
}

/** Places the order, then navigates to its page. */
function useOrder(onOrdered: (order: OrderDto) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { discard } = useCheckoutDraft();
  const [ordered, setOrdered] = useState(false);
  const order = usePlaceOrder((placed: OrderDto) => {
    setOrdered(true);
    onOrdered(placed);
    void client.invalidateQueries({ queryKey: cartQueryOptions().queryKey });
    discard();
    void navigate(paths.order(placed._id), { replace: true, state: ORDER_PLACED });
  });
  return { ...order, ordered };
}

/** The ordered items with their notes, and each farm's fulfilment. */
function orderedGoods(
  groups: readonly FarmItems[],
  { farmNotes, lineNotes }: CheckoutDraft,
  fulfilmentOf: (group: FarmItems) => FarmFulfilment,
): Pick<PlaceOrder, 'items' | 'farms'> {
  const noteIn = (note: string | undefined) =>
    note === undefined || note.trim() === '' ? {} : { note: note.trim() };
  return {
    items: groups.flatMap(({ items }) =>
      items.map(({ productId, quantity, price }) => ({
        productId,
        quantity,
        price,
        ...noteIn(lineNotes[productId]),
      })),
    ),
    farms: Object.fromEntries(
      groups.map((group) => [
        group.farmId,
        { fulfilment: fulfilmentOf(group).fulfilment, ...noteIn(farmNotes[group.farmId]) },
      ]),
    ),
  };
}
