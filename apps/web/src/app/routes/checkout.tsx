import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { addressesQueryOptions } from '../../entities/address-book';
import { usePostalCode } from '../../entities/postal-code';
import {
  AddressChoice,
  toDeliveryAddress,
  useChosenAddress,
} from '../../features/account/addresses/address-choice';
import { useCardForm } from '../../features/cards/use-card-form';
import { cartQueryOptions } from '../../features/cart/cart';
import { CheckoutScreen } from '../../features/cart/checkout/checkout-screen';
import { checkoutText } from '../../features/cart/checkout/texts';
import { useCheckoutDraft } from '../../features/cart/checkout-draft';
import { cartPageText } from '../../features/cart/texts';
import { useStoreCredit } from '../../features/credit/use-store-credit';
import { orderQueryOptions } from '../../features/orders/orders';
import { settingsQueryOptions } from '../../lib/api/public-data';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Page, PageTitle } from '../../ui/page';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';

/** `/checkout`: from the cart to an order, on one page. */
export function Component() {
  const client = useQueryClient();
  const cart = useQuery(cartQueryOptions());
  const settings = useQuery(settingsQueryOptions());
  const { draft, change } = useCheckoutDraft();
  const chosen = useChosenAddress(draft.addressId);
  const address = chosen && toDeliveryAddress(chosen);
  const { isPending } = useQuery(addressesQueryOptions());
  const probable = usePostalCode();
  useWatchProducts(cart.data?.items.map((item) => item.productId) ?? []);
  const credit = useStoreCredit();
  const card = useCardForm(settings.data?.cards ?? null);
  const failed = [cart, settings].find((query) => query.isError && query.data === undefined);
  return (
    <Page title={checkoutText.title}>
      <div className="-mt-4 mb-1 -ml-3 sm:mt-0 sm:mb-4">
        <LinkButton to={paths.cart} tone="ghost" size="sm" icon={<Icon of={ArrowLeft} size={18} />}>
          {checkoutText.back}
        </LinkButton>
      </div>
      <PageTitle lead={<span className="max-sm:hidden">{checkoutText.lead}</span>}>
        {checkoutText.title}
      </PageTitle>
      {cart.data !== undefined && settings.data !== undefined ? (
        <CheckoutScreen
          cart={cart.data}
          settings={settings.data}
          address={address}
          postalCode={isPending ? undefined : (address?.postalCode ?? probable)}
          // the order's page opens with the response's data
          onOrdered={(order) => client.setQueryData(orderQueryOptions(order._id).queryKey, order)}
          card={card}
          credit={credit}
          addressChoice={
            <AddressChoice
              chosenId={draft.addressId}
              onChoose={(addressId) => change(() => ({ addressId }))}
            />
          }
        />
      ) : failed !== undefined ? (
        <ErrorState query={failed} title={cartPageText.failedLoad} />
      ) : (
        <Loading>
          <div className="grid gap-6 lg:grid-cols-[1fr_22rem]">
            <div className="grid gap-6">
              <Skeleton className="h-16" />
              <Skeleton className="h-48" />
              <Skeleton className="h-80" />
            </div>
            <Skeleton className="h-64" />
          </div>
        </Loading>
      )}
    </Page>
  );
}
