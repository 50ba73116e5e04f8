import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CartDto, Fulfilment, OrderDto, PlaceOrder } from '#libs/contracts';
import { cartQueryOptions } from '../../features/cart/cart';
import { shortfall } from '../../features/cart/cart-lines';
import { feesOf } from '../../features/cart/cart-math';
import { type CheckoutEntry, CheckoutForm } from '../../features/cart/checkout-form';
import { FarmGroup, groupByFarm } from '../../features/cart/farm-group';
import { OrderProblem } from '../../features/cart/order-problem';
import { OrderSummary } from '../../features/cart/order-summary';
import { cartText } from '../../features/cart/texts';
import { useCartActions } from '../../features/cart/use-cart-actions';
import { farmsQueryOptions } from '../../features/farms/farms';
import { orderQueryOptions, ordersQueryOptions } from '../../features/orders/orders';
import { usePlaceOrder } from '../../features/orders/place-order';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { useSettings } from '../../lib/settings';
import { useOnline } from '../../lib/use-online';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { Button, LinkButton } from '../../ui/button';
import { Page, PageTitle } from '../../ui/page';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';

/** The submit button stands beside the sum, outside of its form. */
const FORM_ID = 'checkout';

/** `/cart`: the basket and, on the same page, the checkout. */
export function Component() {
  const query = useQuery(cartQueryOptions());
  useWatchProducts(query.data?.items.map((item) => item.productId) ?? []);
  return (
    <Page title={cartText.title}>
      <PageTitle lead={cartText.lead}>{cartText.title}</PageTitle>
      {query.data !== undefined ? (
        <Basket cart={query.data} />
      ) : query.isError ? (
        <ErrorState
          title={cartText.failedLoad}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
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

/** How each farm's goods travel: what was chosen, else delivery where the farm has it. */
function useWays() {
  const { data } = useQuery(farmsQueryOptions());
  const [chosen, setChosen] = useState<Record<string, Fulfilment>>({});
  const of = (farmId: string) => {
    const farm = data?.farms.find((one) => one._id === farmId);
    const ways: readonly Fulfilment[] = farm?.fulfilment ?? ['delivery'];
    const first = ways.includes('delivery') ? 'delivery' : (ways[0] ?? 'delivery');
    const wanted = chosen[farmId];
    const way = wanted !== undefined && ways.includes(wanted) ? wanted : first;
    return { ways, way, pickupPlace: farm?.pickupPlace ?? null };
  };
  const choose = (farmId: string, way: Fulfilment) =>
    setChosen((now) => ({ ...now, [farmId]: way }));
  return { of, choose };
}

/** The address of the last order, once it is known whether there is one. */
function useLastAddress() {
  const { data, isPending } = useInfiniteQuery(ordersQueryOptions({ limit: 1 }));
  return { isPending, address: data?.pages[0]?.orders[0]?.address ?? null };
}

/** Shows the order that was just placed, without asking the server for what it has answered. */
function useShowOrder() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (order: OrderDto) => {
    client.setQueryData(orderQueryOptions(order._id).queryKey, order);
    void client.invalidateQueries({ queryKey: cartQueryOptions().queryKey });
    void navigate(paths.order(order._id));
  };
}

function Basket({ cart }: { cart: CartDto }) {
  const actions = useCartActions();
  const settings = useSettings();
  const online = useOnline();
  const { user } = useSession();
  const ways = useWays();
  const place = usePlaceOrder(useShowOrder());
  const last = useLastAddress();
  const groups = groupByFarm(cart.items);
  const delivers = groups.some((group) => ways.of(group.farmId).way === 'delivery');

  if (cart.items.length === 0 && !place.isPending && !place.isSuccess) {
    return (
      <EmptyState
        title={cartText.empty}
        action={<LinkButton to={paths.products}>{cartText.shop}</LinkButton>}
      >
        {cartText.emptyHint}
      </EmptyState>
    );
  }

  const order = async ({ address, notes }: CheckoutEntry) => {
    const body: PlaceOrder = {
      items: cart.items.map(({ productId, quantity, price }) => ({ productId, quantity, price })),
      address,
      fulfilment: Object.fromEntries(groups.map(({ farmId }) => [farmId, ways.of(farmId).way])),
      ...(notes === undefined ? {} : { notes }),
    };
    // what goes wrong is told beside the items, by OrderProblem
    await place.mutateAsync(body).catch(() => undefined);
  };
  const obstacle = !online
    ? cartText.offline
    : user !== null && user.status !== 'active'
      ? cartText.inactive
      : cart.items.some((item) => shortfall(item) !== null)
        ? cartText.waiting
        : null;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid min-w-0 gap-6">
        <OrderProblem error={place.error} items={cart.items} />
        {groups.map((group) => (
          <FarmGroup
            key={group.farmId}
            group={group}
            {...ways.of(group.farmId)}
            onWay={(way) => ways.choose(group.farmId, way)}
            onChange={(item, quantity) => void actions.set(item, quantity)}
            onRemove={(item) => void actions.remove(item)}
          />
        ))}
        <div className="-mt-3 flex justify-end">
          <Button tone="ghost" onClick={() => void actions.clear(cart.items)}>
            {cartText.clear}
          </Button>
        </div>
        <h2 className="text-3xl sm:text-4xl">{cartText.checkout}</h2>
        {last.isPending ? (
          <Loading>
            <Skeleton className="h-96" />
          </Loading>
        ) : (
          <CheckoutForm id={FORM_ID} onSubmit={order} remembered={last.address} />
        )}
      </div>
      <OrderSummary
        fees={feesOf(cart.total, delivers, settings ?? { freeDeliveryOver: 0, deliveryFee: 0 })}
        delivers={delivers && settings !== undefined}
      >
        <Button
          type="submit"
          form={FORM_ID}
          size="lg"
          full
          busy={place.isPending}
          disabledReason={obstacle}
        >
          {place.isPending ? cartText.placing : (obstacle ?? cartText.place)}
        </Button>
      </OrderSummary>
    </div>
  );
}
