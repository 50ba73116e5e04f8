import { useInfiniteQuery } from '@tanstack/react-query';
import { AddToCart } from '../../features/cart/add-to-cart';
import { FavouriteLead } from '../../features/catalogue/favourites/favourite-lead';
import { FavouriteSection } from '../../features/catalogue/favourites/favourite-section';
import { favouritesText } from '../../features/catalogue/favourites/texts';
import {
  useFavouriteFarms,
  useFavouriteProducts,
} from '../../features/catalogue/favourites/use-favourite-rows';
import { ProductGrid } from '../../features/catalogue/product-grid';
import { FarmGrid } from '../../features/farms/farm-tile';
import { inboxQueryOptions } from '../../features/inbox/inbox';
import { paths } from '../../lib/paths';
import { useNow } from '../../lib/use-now';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/states';
import { farmHeart, productHeart } from '../favourite';

const NEWS_MS = 7 * 24 * 3_600_000;

/** Where this week's notifications lead that something marked is back in stock. */
function useRestocked(): ReadonlySet<string> {
  const { data } = useInfiniteQuery(inboxQueryOptions());
  const now = useNow();
  return new Set(
    data?.pages
      .flatMap((page) => page.notifications)
      .filter(({ kind, createdAt }) => {
        return kind === 'favourite.restocked' && now - Date.parse(createdAt) < NEWS_MS;
      })
      .map(({ link }) => link.path),
  );
}

/** What a customer has marked: products and farms, live. */
export function Favourites() {
  const products = useFavouriteProducts();
  const farms = useFavouriteFarms();
  const restocked = useRestocked();
  useWatchProducts(products.rows.map(({ _id }) => _id));
  const nothing = [products, farms].every(
    ({ query, rows, isPending, waiting }) =>
      query.isSuccess && !isPending && rows.length === 0 && waiting === 0,
  );
  if (nothing) {
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
        lead={<FavouriteLead products={products.rows} restocked={restocked} />}
      >
        <ProductGrid
          products={products.rows}
          action={(product) => <AddToCart product={product} />}
          mark={productHeart}
          headingLevel={3}
          eagerCount={4}
        />
      </FavouriteSection>
      <FavouriteSection kind="farms" list={farms}>
        <FarmGrid farms={farms.rows} mark={farmHeart} />
      </FavouriteSection>
    </>
  );
}
