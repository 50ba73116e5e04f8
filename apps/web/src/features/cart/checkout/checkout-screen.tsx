import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  addDollars,
  type CartDto,
  type DeliveryAddress,
  type Fulfilment,
  type HoldDto,
  type Id,
  type OrderDto,
  type PlaceOrder,
  type PublicSettings,
  type SlotDto,
  toCents,
} from '#libs/contracts';
import type { CardForm } from '../../../entities/cards';
import { ORDER_PLACED, paths } from '../../../lib/paths';
import { formatMoney } from '../../../lib/text/format';
import { LinkButton } from '../../../ui/button';
import { EmptyState } from '../../../ui/states';
import { cartQueryOptions } from '../cart';
import { type FarmItems, feesOf, groupByFarm } from '../cart-math';
import { type CheckoutDraft, useCheckoutDraft } from '../checkout-draft';
import { DaysFailed } from '../days-failed';
import { OrderSummary } from '../order-summary';
import { dayText } from '../texts';
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
import { OrderButton } from './order-button';
import { OrderProblem } from './order-problem';
import { OpenPayment, PaymentChoice } from './payment-choice';
import { usePlaceOrder } from './place-order';
import { slotRefusalOf } from './refusal';
import { checkoutText } from './texts';
import { useCheckoutHold, useHold } from './use-checkout-hold';
import { usePayment } from './use-payment';

const NOTHING: Trips = new Map();
type SlotRefused = NonNullable<ReturnType<typeof slotRefusalOf>>;

/** The store credit that there is, in dollars, and the tick by which it is used. */
interface StoreCredit {
  readonly balance: number;
  readonly tick: (tick: {
    checked: boolean;
    total: number;
    onChange: (checked: boolean) => void;
  }) => ReactNode;
}

/** The checkout: address, each farm's part, payment, total, and one button. */
export function CheckoutScreen({
  cart,
  settings,
  address,
  postalCode,
  addressChoice,
  card,
  credit,
  onOrdered,
}: {
  cart: CartDto;
  settings: PublicSettings;
  /** The delivery address; null until one is chosen. */
  address: DeliveryAddress | null;
  /** Where a delivery probably goes; null if nobody knows, undefined until the addresses are loaded. */
  postalCode: string | null | undefined;
  addressChoice: ReactNode;
  card: CardForm;
  credit: StoreCredit;
  onOrdered: (order: OrderDto) => void;
}) {
  const actions = useCartPageActions();
  const { draft, change } = useCheckoutDraft();
  const groups = groupByFarm(cart.items);
  const order = useOrder(card, onOrdered);
  const { place, error, isPending, step, ordered } = order;
  // while a payment goes on, the button says so
  const unconfirmed = isPending && order.unconfirmed === 'paying' ? null : order.unconfirmed;
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
  const fees = feesOf(cart.total, delivers, settings);
  const cardsOnly = groups.filter((group) => fulfilments.of(group).cardsOnly);
  const used = draft.usesCredit ? Math.min(credit.balance, fees.total) : 0;
  const toPay = addDollars(fees.total, -used);
  const payment = usePayment(settings, hold.hold, toPay, {
    error,
    cardsOnly: cardsOnly.map(({ farmer }) => farmer),
  });
  useChallengeEnd(card, hold.hold);
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
  const byCard = payment.method === 'card' && toPay > 0;
  const isHeld = hold.hold?.status === 'open';
  const disabledReason = hold.starting
    ? checkoutText.keeping
    : (cartDisabledReason ??
      days.disabledReason ??
      (address === null ? checkoutText.noAddress : null) ??
      (byCard && !isHeld ? checkoutText.needsHold : null) ??
      (byCard && !payment.open ? card.disabledReason : null));
  const sendOrder = async () => {
    if (unconfirmed) return place(null);
    if (address === null) return;
    const holdId = hold.hold?._id;
    const body = {
      ...orderedGoods(groups, draft, fulfilments.of),
      address,
      ...(holdId === undefined ? {} : { holdId }),
      ...(payment.method === undefined ? {} : { payment: payment.method }),
      ...(used > 0 && { credit: used }),
    };
    if (!byCard) return place({ body });
    if (payment.open) return place({ body, payment: { begun: payment.open._id } });
    const chosen = await card.collect(groups.length);
    if (chosen) place({ body, payment: { card: chosen, total: fees.total } });
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
        <fieldset disabled={unconfirmed !== null || isPending} className="grid min-w-0 gap-4">
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
          {credit.tick({
            checked: draft.usesCredit,
            total: fees.total,
            onChange: (usesCredit) => change(() => ({ usesCredit })),
          })}
          {toPay > 0 && (
            <PaymentChoice methods={settings.paymentMethods} {...payment}>
              {payment.open ? (
                <OpenPayment payment={payment.open} onAnother={payment.ignoreOpen} />
              ) : (
                card.fields(toCents(toPay))
              )}
            </PaymentChoice>
          )}
        </fieldset>
        {card.challenge}
      </div>
      <OrderSummary fees={fees} delivers={delivers} credit={used}>
        <OrderButton
          step={isPending ? step : null}
          label={
            byCard && payment.open?.state !== 'authorised'
              ? checkoutText.payAndPlace(formatMoney(toPay))
              : checkoutText.place
          }
          unconfirmed={unconfirmed !== null}
          disabledReason={disabledReason}
          onClick={() => void sendOrder()}
        />
        {payment.method !== undefined && (
          <p className="mt-3 hidden text-center text-sm text-ink-soft lg:block">
            {toPay === 0 ? checkoutText.creditPaysAll : checkoutText.methods[payment.method]}
          </p>
        )}
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

/** A bank's question ends with the hold: the payment has ended with it, or has its order. */
function useChallengeEnd({ endChallenge }: CardForm, hold: HoldDto | null): void {
  const isOpen = hold === null || hold.status === 'open';
  useEffect(() => {
    if (!isOpen) endChallenge();
  });
}

/** Places the order, then navigates to its page. */
function useOrder(card: CardForm, onOrdered: (order: OrderDto) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { discard } = useCheckoutDraft();
  const [ordered, setOrdered] = useState(false);
  const order = usePlaceOrder(card, (placed: OrderDto) => {
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
