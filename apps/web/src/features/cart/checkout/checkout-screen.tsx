import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type {
  CartDto,
  OrderDto,
  PaymentMethodName,
  PlaceOrder,
  PublicSettings,
  SavedAddress,
} from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { EmptyState } from '../../../ui/states';
import { cartQueryOptions } from '../cart';
import { feesOf } from '../cart-math';
import { type CheckoutDraft, useCheckoutDraft } from '../checkout-draft';
import { type FarmItems, groupByFarm } from '../farm-items';
import { OrderSummary } from '../order-summary';
import { useBasketActions } from '../use-basket-actions';
import { useBuyingObstacle } from '../use-buying-obstacle';
import { type FarmWay, useFarmWays } from '../use-farm-ways';
import { FarmPart } from './farm-part';
import { HoldClock } from './hold-clock';
import { OrderProblem } from './order-problem';
import { PaymentChoice, usePayment } from './payment-choice';
import { usePlaceOrder } from './place-order';
import { checkoutText } from './texts';
import { useCheckoutHold } from './use-checkout-hold';

/** The whole checkout on one page: address, each farm's part, payment, the sum, one button. */
export function CheckoutScreen({
  cart,
  settings,
  address,
  addressChoice,
  onOrdered,
}: {
  cart: CartDto;
  settings: PublicSettings;
  /** Where the order goes; null until there is an address. */
  address: SavedAddress | null;
  addressChoice: ReactNode;
  onOrdered: (order: OrderDto) => void;
}) {
  const actions = useBasketActions();
  const ways = useFarmWays();
  const payment = usePayment(settings.paymentMethods);
  const { draft } = useCheckoutDraft();
  const { place, error, isPending, unanswered, ordered } = useOrder(onOrdered);
  const kept = useCheckoutHold(cart, ordered);
  const buying = useBuyingObstacle(cart);
  const groups = groupByFarm(cart.items);
  const delivers = groups.some((group) => ways.of(group).way === 'delivery');
  const problem = (
    <OrderProblem
      error={error}
      unanswered={unanswered}
      busy={isPending}
      items={cart.items}
      onAskAgain={() => place(null)}
    />
  );

  if (cart.items.length === 0 && !isPending && !ordered) {
    return unanswered ? (
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
  const obstacle = kept.starting
    ? checkoutText.keeping
    : (buying ?? (address === null ? checkoutText.noAddress : null));
  const order = () => {
    if (unanswered) place(null);
    else if (address !== null) {
      const { _id, isDefault, ...to } = address;
      const holdId = kept.hold?._id;
      place({
        ...goodsOf(groups, draft, ways.of),
        address: to,
        ...(holdId === undefined ? {} : { holdId }),
        ...(payment.method === undefined ? {} : { payment: payment.method }),
      });
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid min-w-0 gap-6">
        <HoldClock {...kept} onRenew={kept.renew} />
        {problem}
        <fieldset disabled={unanswered || isPending} className="grid min-w-0 gap-6">
          {addressChoice}
          {groups.map((group) => (
            <FarmPart
              key={group.farmId}
              group={group}
              farmWay={ways.of(group)}
              noteLength={settings.orderLimits.noteLength}
              onWay={(way) => ways.choose(group.farmId, way)}
              onKeep={(item) => void actions.keep(item)}
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
          unanswered={unanswered}
          obstacle={obstacle}
          method={payment.method}
          onClick={order}
        />
      </OrderSummary>
    </div>
  );
}

function OrderButton({
  busy,
  unanswered,
  obstacle,
  method,
  onClick,
}: {
  busy: boolean;
  /** An order was sent and has no answer yet: only that one can be sent again. */
  unanswered: boolean;
  obstacle: string | null;
  method: PaymentMethodName | undefined;
  onClick: () => void;
}) {
  const label = unanswered ? checkoutText.tryAgain : (obstacle ?? checkoutText.place);
  return (
    <>
      <Button
        size="lg"
        full
        busy={busy}
        disabledReason={unanswered ? null : obstacle}
        onClick={onClick}
      >
        {busy ? checkoutText.placing : label}
      </Button>
      {method !== undefined && (
        <p className="text-center text-sm text-ink-soft">{checkoutText.methods[method]}</p>
      )}
    </>
  );
}

/** Places the order and opens its page. */
function useOrder(onOrdered: (order: OrderDto) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { forget } = useCheckoutDraft();
  const [ordered, setOrdered] = useState(false);
  const order = usePlaceOrder((placed: OrderDto) => {
    setOrdered(true);
    onOrdered(placed);
    void client.invalidateQueries({ queryKey: cartQueryOptions().queryKey });
    forget();
    void navigate(paths.order(placed._id), { replace: true });
  });
  return { ...order, ordered };
}

/** What is ordered and how it travels, as the screen shows it. */
function goodsOf(
  groups: readonly FarmItems[],
  { farmNotes, lineNotes }: CheckoutDraft,
  wayOf: (group: FarmItems) => FarmWay,
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
        { fulfilment: wayOf(group).way, ...noteIn(farmNotes[group.farmId]) },
      ]),
    ),
  };
}
