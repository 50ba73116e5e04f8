import { useQuery } from '@tanstack/react-query';
import type { Id, ProductDto } from '#libs/contracts';
import { useFavouriteProducts } from '../../features/catalogue/favourites/use-favourite-rows';
import { ProductRail } from '../../features/catalogue/product-rail';
import { productQueryOptions } from '../../features/catalogue/products';
import { Baskets } from '../../features/orders/baskets';
import { ordersText } from '../../features/orders/texts';
import { useRecentlySeen } from '../../lib/lists/recently-seen';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { buyAction, productFavouriteButton } from '../card-actions';
import { dashboardText } from './texts';

const RAIL_MAX = 4;
const rail = {
  action: buyAction,
  favouriteButton: productFavouriteButton,
  useWatch: useWatchProducts,
};

/** A product by its id, if there is one. */
function useProduct(id: Id | undefined) {
  return useQuery({ ...productQueryOptions(id ?? ''), enabled: id !== undefined });
}

/** The products that were viewed on this device, without those that are no longer sold. */
function useSeenProducts(): ProductDto[] | undefined {
  const [first, second, third, fourth] = useRecentlySeen();
  // one query each: `useQueries`, which no other page uses, would be in the script that every page loads
  const queries = [useProduct(first), useProduct(second), useProduct(third), useProduct(fourth)];
  if (queries.some(({ isLoading }) => isLoading)) return undefined;
  return queries.flatMap(({ data }) => (data?.status === 'live' ? [data] : []));
}

/** What a customer may want to buy: earlier baskets, favourites, and recently viewed products. */
export function CustomerShop() {
  const favourites = useFavouriteProducts();
  const seen = useSeenProducts();
  return (
    <>
      <p className="mb-10">
        <LinkButton to={paths.products} size="lg">
          {ordersText.allProducts}
        </LinkButton>
      </p>
      <Baskets />
      <ProductRail
        {...rail}
        title={dashboardText.favourites}
        products={
          favourites.query.isError
            ? []
            : favourites.query.data && favourites.rows.slice(0, RAIL_MAX)
        }
        more={{ to: paths.favourites, label: dashboardText.allFavourites }}
      />
      <ProductRail {...rail} title={dashboardText.seen} products={seen} />
    </>
  );
}
