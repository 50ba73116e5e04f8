import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { CartDto } from '#libs/contracts';
import { usePostalCode } from '../../entities/postal-code';
import { useChosenAddress } from '../../features/account/addresses/address-choice';
import { cartQueryOptions } from '../../features/cart/cart';
import { feesOf, groupByFarm } from '../../features/cart/cart-math';
import { useCheckoutDraft } from '../../features/cart/checkout-draft';
import { DayHeading } from '../../features/cart/day-heading';
import { DaysFailed } from '../../features/cart/days-failed';
import { FarmGroup } from '../../features/cart/farm-group';
import { MergeReport } from '../../features/cart/merge-report';
import { OrderSummary } from '../../features/cart/order-summary';
import { cartPageText } from '../../features/cart/texts';
import { TripProposal } from '../../features/cart/trip-proposal';
import { groupByDay } from '../../features/cart/trips';
import { useCartPageActions } from '../../features/cart/use-cart-page-actions';
import {
  dayKeyOf,
  useCheckoutDisabledReason,
  useFarmFulfilments,
} from '../../features/cart/use-farm-fulfilments';
import { useSettings } from '../../lib/api/public-data';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { Button, LinkButton } from '../../ui/button';
import { Page, PageTitle } from '../../ui/page';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';

/** `/cart`: the cart by day and farm, live in every tab. */
export function Component() {
  const query = useQuery(cartQueryOptions());
  useWatchProducts(query.data?.items.map((item) => item.productId) ?? []);
  return (
    <Page title={cartPageText.title}>
      <PageTitle lead={cartPageText.lead}>{cartPageText.title}</PageTitle>
      <MergeReport />
      {query.data !== undefined ? (
        <CartContent cart={query.data} />
      ) : query.isError ? (
        <ErrorState query={query} title={cartPageText.failedLoad} />
      ) : (
        <Loading>
          <div className="grid gap-6 lg:grid-cols-[1fr_22rem]">
            <Skeleton className="h-96" />
            <Skeleton className="h-64" />
          </div>
        </Loading>
      )}
    </Page>
  );
}

function CartContent({ cart }: { cart: CartDto }) {
  const actions = useCartPageActions();
  const settings = useSettings();
  const navigate = useNavigate();
  const { draft } = useCheckoutDraft();
  const address = useChosenAddress(draft.addressId);
  const postalCode = usePostalCode();
  const fulfilments = useFarmFulfilments(cart, { postalCode: address?.postalCode ?? postalCode });
  const groups = groupByFarm(cart.items);
  const delivers = groups.some((group) => fulfilments.of(group).fulfilment === 'delivery');
  const disabledReason = useCheckoutDisabledReason(cart, fulfilments);

  if (cart.items.length === 0) {
    return (
      <EmptyState
        title={cartPageText.empty}
        action={<LinkButton to={paths.products}>{cartPageText.shop}</LinkButton>}
      >
        {cartPageText.emptyHint}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid min-w-0 gap-6">
        <DaysFailed days={fulfilments.days} />
        <TripProposal farms={groups.length} fulfilments={fulfilments} />
        {/* one list, so that a farm whose day changes keeps what is typed in it */}
        {groupByDay(groups, (group) => dayKeyOf(fulfilments.of(group))).flatMap((day) => [
          <DayHeading key={day.key} day={day} fulfilments={fulfilments} />,
          ...day.parts.map((group) => (
            <FarmGroup
              key={group.farmId}
              group={group}
              farmFulfilment={fulfilments.of(group)}
              now={fulfilments.now}
              onFulfilment={(fulfilment) => fulfilments.choose(group.farmId, fulfilment)}
              onSlot={(slot) => fulfilments.chooseSlots(new Map([[group.farmId, slot]]))}
              onChange={(item, quantity) => void actions.set(item, quantity)}
              onAcknowledge={(item) => void actions.acknowledgeChanges(item)}
              onRemove={(item) => void actions.remove(item)}
            />
          )),
        ])}
        <div className="-mt-3 flex justify-end">
          <Button tone="ghost" onClick={() => void actions.clear(cart.items)}>
            {cartPageText.clear}
          </Button>
        </div>
      </div>
      <OrderSummary
        fees={feesOf(cart.total, delivers, settings ?? { freeDeliveryOver: 0, deliveryFee: 0 })}
        delivers={delivers && settings !== undefined}
      >
        {disabledReason === null ? (
          <LinkButton to={paths.checkout} size="lg" full>
            {cartPageText.checkout}
          </LinkButton>
        ) : (
          <Button
            size="lg"
            full
            disabledReason={disabledReason}
            onClick={() => void navigate(paths.checkout)}
          >
            {disabledReason}
          </Button>
        )}
      </OrderSummary>
    </div>
  );
}
