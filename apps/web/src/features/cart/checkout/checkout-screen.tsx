import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type {
  CartDto,
  DeliveryAddress,
  Fulfilment,
  Id,
  OrderDto,
  PaymentMethodName,
  PlaceOrder,
  PublicSettings,
  SlotDto,
} from '#libs/contracts';
import { ORDER_PLACED, paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { EmptyState } from '../../../ui/states';
import { cartQueryOptions } from '../cart';
import { type FarmItems, feesOf, groupByFarm } from '../cart-math';
import { type CheckoutDraft, useCheckoutDraft } from '../checkout-draft';
import { DaysFailed } from '../days-failed';
import { OrderSummary } from '../order-summary';
import { checkoutText, dayText } from '../texts';
import type { Trips } from '../trips';
import { useCartPageActions } from '../use-cart-page-actions';
import {
  type FarmFulfilment,
  type FarmFulfilments,
  useCheckoutDisabledReason,
  useFarmFulfilments,
} from '../use-farm-fulfilments';
import { FarmPart } from './farm-part';
import { HoldTimer } from './hold-timer';
import { OrderProblem } from './order-problem';
import { PaymentChoice, usePayment } from './payment-choice';
import { usePlaceOrder } from './place-order';
import { slotRefusalOf } from './refusal';
import { useCheckoutHold, useHold } from './use-checkout-hold';

const NOTHING: Trips = new Map();
type SlotRefused = NonNullable<ReturnType<typeof slotRefusalOf>>;

/** The checkout: address, each farm's part, payment, total, and one button. */
export function CheckoutScreen({
  cart,
  settings,
  address,
  postalCode,
  addressChoice,
  onOrdered,
}: {
  cart: CartDto;
  settings: PublicSettings;
  /** The delivery address; null until one is chosen. */
  address: DeliveryAddress | null;
  /** Where a delivery probably goes; null if nobody knows, undefined until the addresses are loaded. */
  postalCode: string | null | undefined;
  addressChoice: ReactNode;
  onOrdered: (order: OrderDto) => void;
}) {
  const actions = useCartPageActions();
  // Paying by card has no form here yet.
  const methods = settings.paymentMethods.filter((method) => method !== 'card');
  const payment = usePayment(methods);
  const { draft } = useCheckoutDraft();
  const groups = groupByFarm(cart.items);
  const order = useOrder(onOrdered);
  const { place, error, isPending, unconfirmed, ordered } = order;
  const hold = useHold();
  const refused = [hold.refused, error].flatMap((one): SlotRefused[] => {
    const refusal = slotRefusalOf(one);
    return refusal ? [refusal] : [];
  });
  const fulfilments = useFarmFulfilments(cart, {
    postalCode: postalCode ?? null,
    // while an order is on its way, its places are taken for this customer
    held: isPending || ordered ? slotIdsOf(draft) : hold.held,
    refusals: new Map(refused.map((refusal) => [refusal.farmId, refusal])),
  });
  const days = decisionsOf(groups, fulfilments, postalCode !== undefined);
  useChosenDays(fulfilments, ordered ? NOTHING : days.proposed);
  const checkoutHold = useCheckoutHold(hold, cart, days, ordered);
  const cartDisabledReason = useCheckoutDisabledReason(cart, fulfilments);
  const forget = useForgetRefusals(hold.forgetRefusal, order.forgetRefusal, postalCode);
  const choose = (farmId: Id, fulfilment: Fulfilment) => {
    forget();
    fulfilments.choose(farmId, fulfilment);
  };
  const chooseSlot = (farmId: Id, slot: SlotDto) => {
    forget();
    fulfilments.chooseSlots(new Map([[farmId, slot]]));
  };
  const delivers = groups.some((group) => fulfilments.of(group).fulfilment === 'delivery');
  const problem = (
    <OrderProblem
      error={error}
      unconfirmed={unconfirmed}
      busy={isPending}
      items={cart.items}
      now={fulfilments.now}
      onRetry={() => place(null)}
      onSlot={chooseSlot}
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
  const disabledReason = hold.starting
    ? checkoutText.keeping
    : (cartDisabledReason ??
      days.disabledReason ??
      (address === null ? checkoutText.noAddress : null));
  const sendOrder = () => {
    if (unconfirmed) place(null);
    else if (address !== null) {
      const holdId = hold.hold?._id;
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
        <HoldTimer
          {...hold}
          undecided={checkoutHold.undecided}
          dayOpen={days.open !== null}
          onRenew={checkoutHold.renew}
        />
        {problem}
        <fieldset disabled={unconfirmed || isPending} className="grid min-w-0 gap-4">
          {addressChoice}
          <DaysFailed days={fulfilments.days} />
          {groups.map((group) => (
            <FarmPart
              key={group.farmId}
              group={group}
              farmFulfilment={fulfilments.of(group)}
              noteLength={settings.orderLimits.noteLength}
              held={hold.held}
              now={fulfilments.now}
              isRefused={slotRefusalOf(error)?.farmId === group.farmId}
              onFulfilment={(fulfilment) => choose(group.farmId, fulfilment)}
              onSlot={(slot) => chooseSlot(group.farmId, slot)}
              onAcknowledge={(item) => void actions.acknowledgeChanges(item)}
              onRemove={(item) => void actions.remove(item)}
            />
          ))}
          <PaymentChoice methods={methods} method={payment.method} onChoose={payment.choose} />
        </fieldset>
      </div>
      <OrderSummary fees={feesOf(cart.total, delivers, settings)} delivers={delivers}>
        <OrderButton
          busy={isPending}
          unconfirmed={unconfirmed}
          disabledReason={disabledReason}
          method={payment.method}
          onClick={sendOrder}
        />
      </OrderSummary>
    </div>
  );
}

/** What the days of the farms mean for the hold and the order. */
function decisionsOf(
  groups: readonly FarmItems[],
  { of, days, trips }: FarmFulfilments,
  isAddressKnown: boolean,
) {
  /** The farm whose chosen day, or any, cannot be had. */
  const open = groups.find((group) => of(group).day.why !== null) ?? null;
  const chosen = groups.filter((group) => of(group).day.chosen !== null);
  const proposed = groups.filter((group) => {
    const { day, slot } = of(group);
    return slot !== null && day.chosen === null && day.why === null;
  });
  const isKnown = days.known && isAddressKnown;
  return {
    open,
    /** The proposed slots, once nothing can change the proposal. */
    proposed: new Map(
      isKnown
        ? [...trips].filter(([farmId]) => proposed.some((group) => group.farmId === farmId))
        : [],
    ),
    decided: isKnown && open === null && proposed.length === 0,
    farms: Object.fromEntries(chosen.map((group) => [group.farmId, wayOf(of(group))])),
    disabledReason: days.failed
      ? dayText.failed
      : !days.known
        ? dayText.loading
        : open === null
          ? null
          : of(open).day.free.length > 0
            ? dayText.undecided(open.farmer)
            : dayText.impossible(open.farmer),
  };
}

/** What the server refused says nothing about another choice, or another address. */
function useForgetRefusals(
  ofHold: () => void,
  ofOrder: () => void,
  postalCode: string | null | undefined,
): () => void {
  const forget = useCallback(() => {
    ofHold();
    ofOrder();
  }, [ofHold, ofOrder]);
  const before = useRef(postalCode);
  useEffect(() => {
    if (before.current !== postalCode) forget();
    before.current = postalCode;
  }, [postalCode, forget]);
  return forget;
}

/** At checkout a proposed day becomes the customer's choice, which no live change replaces. */
function useChosenDays({ chooseSlots }: FarmFulfilments, proposed: Trips): void {
  useEffect(() => {
    if (proposed.size > 0) chooseSlots(proposed);
  });
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

/** A farm's fulfilment, in its slot if the farm has any. */
const wayOf = ({ fulfilment, slot }: FarmFulfilment) => ({
  fulfilment,
  ...(slot && { slotId: slot._id }),
});

const slotIdsOf = ({ slots }: CheckoutDraft) =>
  new Set(Object.values(slots).flatMap(({ delivery = '', pickup = '' }) => [delivery, pickup]));

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
        { ...wayOf(fulfilmentOf(group)), ...noteIn(farmNotes[group.farmId]) },
      ]),
    ),
  };
}
