import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { CartDto } from '#libs/contracts';
import { basketText } from '../../features/cart/basket-texts';
import { cartQueryOptions } from '../../features/cart/cart';
import { feesOf } from '../../features/cart/cart-math';
import { FarmGroup } from '../../features/cart/farm-group';
import { groupByFarm } from '../../features/cart/farm-items';
import { MergeReport } from '../../features/cart/merge-report';
import { OrderSummary } from '../../features/cart/order-summary';
import { useBasketActions } from '../../features/cart/use-basket-actions';
import { useBuyingObstacle } from '../../features/cart/use-buying-obstacle';
import { useFarmWays } from '../../features/cart/use-farm-ways';
import { paths } from '../../lib/paths';
import { useSettings } from '../../lib/settings';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { Button, LinkButton } from '../../ui/button';
import { Page, PageTitle } from '../../ui/page';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';

/** `/cart`: the basket by farm, live in every tab. */
export function Component() {
  const query = useQuery(cartQueryOptions());
  useWatchProducts(query.data?.items.map((item) => item.productId) ?? []);
  return (
    <Page title={basketText.title}>
      <PageTitle lead={basketText.lead}>{basketText.title}</PageTitle>
      <MergeReport />
      {query.data !== undefined ? (
        <Basket cart={query.data} />
      ) : query.isError ? (
        <ErrorState query={query} title={basketText.failedLoad} />
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

function Basket({ cart }: { cart: CartDto }) {
  const actions = useBasketActions();
  const settings = useSettings();
  const navigate = useNavigate();
  const ways = useFarmWays();
  const groups = groupByFarm(cart.items);
  const delivers = groups.some((group) => ways.of(group).way === 'delivery');
  const obstacle = useBuyingObstacle(cart);

  if (cart.items.length === 0) {
    return (
      <EmptyState
        title={basketText.empty}
        action={<LinkButton to={paths.products}>{basketText.shop}</LinkButton>}
      >
        {basketText.emptyHint}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid min-w-0 gap-6">
        {groups.map((group) => (
          <FarmGroup
            key={group.farmId}
            group={group}
            farmWay={ways.of(group)}
            onWay={(way) => ways.choose(group.farmId, way)}
            onChange={(item, quantity) => void actions.set(item, quantity)}
            onKeep={(item) => void actions.keep(item)}
            onRemove={(item) => void actions.remove(item)}
          />
        ))}
        <div className="-mt-3 flex justify-end">
          <Button tone="ghost" onClick={() => void actions.clear(cart.items)}>
            {basketText.clear}
          </Button>
        </div>
      </div>
      <OrderSummary
        fees={feesOf(cart.total, delivers, settings ?? { freeDeliveryOver: 0, deliveryFee: 0 })}
        delivers={delivers && settings !== undefined}
      >
        {obstacle === null ? (
          <LinkButton to={paths.checkout} size="lg" full>
            {basketText.checkout}
          </LinkButton>
        ) : (
          <Button
            size="lg"
            full
            disabledReason={obstacle}
            onClick={() => void navigate(paths.checkout)}
          >
            {obstacle}
          </Button>
        )}
      </OrderSummary>
    </div>
  );
}
