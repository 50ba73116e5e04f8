import { useInfiniteQuery } from '@tanstack/react-query';
import type { ProductDto } from '#libs/contracts';
import { AddToCart } from '../../features/cart/add-to-cart';
import { FavouriteSection } from '../../features/catalogue/favourites/favourite-section';
import { FavouriteSummary } from '../../features/catalogue/favourites/favourite-summary';
import {
  useFavouriteFarms,
  useFavouriteProducts,
} from '../../features/catalogue/favourites/use-favourite-rows';
import { ProductGrid } from '../../features/catalogue/product-grid';
import { ProductRows } from '../../features/catalogue/product-rows';
import { favouritesText } from '../../features/catalogue/texts';
import { FarmGrid } from '../../features/farms/farm-tile';
import { inboxQueryOptions } from '../../features/inbox/inbox';
import { PHONE, useMatches } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/states';
import { buyAction, farmFavouriteButton, orNotify, productFavouriteButton } from '../card-actions';

/** The action on a product's row. */
const shortBuyAction = (product: ProductDto) =>
  orNotify(product, <AddToCart product={product} short />);

const RESTOCKED_WITHIN_MS = 7 * 24 * 3_600_000;

/** Paths of the favourites that are back in stock, from the notifications of the last seven days. */
function useRestocked(): ReadonlySet<string> {
  const { data } = useInfiniteQuery(inboxQueryOptions());
  const now = useNow();
  return new Set(
    data?.pages
      .flatMap((page) => page.notifications)
      .filter(({ kind, createdAt }) => {
        return kind === 'favourite.restocked' && now - Date.parse(createdAt) < RESTOCKED_WITHIN_MS;
      })
      .map(({ link }) => link.path),
  );
}

/** A customer's favourite products and farms, live. */
export function Favourites() {
  const products = useFavouriteProducts();
  const farms = useFavouriteFarms();
  const restocked = useRestocked();
  const isPhone = useMatches(PHONE);
  useWatchProducts(products.rows.map(({ _id }) => _id));
  const isEmpty = [products, farms].every(
    ({ query, rows, isPending, pending }) =>
      query.isSuccess && !isPending && rows.length === 0 && pending === 0,
  );
  if (isEmpty) {
    return (
      <EmptyState
        title={favouritesText.none}
        action={<LinkButton to={paths.products}>{favouritesText.toProducts}</LinkButton>}
      >
        {favouritesText.noneHint}
      </EmptyState>
    );
  }
  return (
    <>
      <FavouriteSection
        kind="products"
        list={products}
        summary={<FavouriteSummary products={products.rows} restocked={restocked} />}
      >
        {isPhone ? (
          <ProductRows
            products={products.rows}
            action={shortBuyAction}
            favouriteButton={productFavouriteButton}
          />
        ) : (
          <ProductGrid
            products={products.rows}
            action={buyAction}
            favouriteButton={productFavouriteButton}
            headingLevel={3}
            eagerCount={4}
          />
        )}
      </FavouriteSection>
      <FavouriteSection kind="farms" list={farms}>
        <FarmGrid farms={farms.rows} favouriteButton={farmFavouriteButton} />
      </FavouriteSection>
    </>
  );
}
