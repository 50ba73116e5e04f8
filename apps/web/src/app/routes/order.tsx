import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { PushOffer } from '../../features/account/push/push-offer';
import { PartConversation } from '../../features/conversations/part-conversation';
import { OrderMoney } from '../../features/money/order-money';
import { OrderView } from '../../features/orders/order-view';
import { orderQueryOptions } from '../../features/orders/orders';
import { OrderSkeleton } from '../../features/orders/skeletons';
import { ordersText } from '../../features/orders/texts';
import { PartProblems } from '../../features/problems/part-problems';
import { LineReview } from '../../features/reviews/own-review';
import { errorCode } from '../../lib/api/api';
import { ORDER_PLACED, paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { LinkButton } from '../../ui/button';
import { Page, PlaceholderTitle } from '../../ui/page';
import { EmptyState, ErrorState } from '../../ui/states';
import { MissingPayment } from './order-payment';

/** `/orders/:id`: one order, live, for its customer, its farms and the admins. */
export function Component() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const state: unknown = useLocation().state;
  const query = useQuery(orderQueryOptions(id));
  if (user === null) return null;
  const home = `${paths.dashboardOf(user.role)}/orders`;
  if (query.data) {
    return (
      <Page title={ordersText.orderTitle(query.data.code)}>
        {user.role === 'customer' && query.data.status === 'Processing' && (
          <PushOffer as="customer" />
        )}
        <OrderView
          order={query.data}
          viewer={user.role}
          isNew={state === ORDER_PLACED && query.data.status === 'Processing'}
          lineAction={
            user.role === 'customer'
              ? ({ productId, name }) => <LineReview line={{ orderId: id, productId, name }} />
              : undefined
          }
          partExtra={(part) => (
            <>
              <PartProblems order={query.data} part={part} viewer={user.role} />
              <PartConversation order={query.data} part={part} viewer={user.role} />
            </>
          )}
          money={<OrderMoney order={query.data} />}
          missing={
            user.role === 'customer' &&
            query.data.payment.method === 'card' && <MissingPayment order={query.data} />
          }
        />
      </Page>
    );
  }
  if (query.isPending) {
    return (
      <Page title={ordersText.order}>
        <PlaceholderTitle>{ordersText.order}</PlaceholderTitle>
        <OrderSkeleton />
      </Page>
    );
  }
  const missing = ['ORDER_NOT_FOUND', 'VALIDATION_FAILED', 'ROUTE_NOT_FOUND'].includes(
    errorCode(query.error) ?? '',
  );
  return (
    <Page title={ordersText.order}>
      <h1 className="sr-only">{ordersText.order}</h1>
      {missing ? (
        <EmptyState
          title={ordersText.notFound}
          action={<LinkButton to={home}>{ordersText.back}</LinkButton>}
        >
          {ordersText.notFoundBody}
        </EmptyState>
      ) : (
        <ErrorState query={query} message={ordersText.loadError} />
      )}
    </Page>
  );
}
