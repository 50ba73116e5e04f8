import { useQueries } from '@tanstack/react-query';
import type { ProductDto } from '#libs/contracts';
import { AddToCart } from '../../features/cart/add-to-cart';
import { useFavouriteProducts } from '../../features/catalogue/favourites/use-favourite-rows';
import { ProductRail } from '../../features/catalogue/product-rail';
import { productQueryOptions } from '../../features/catalogue/products';
import { Baskets } from '../../features/orders/baskets';
import { ordersText } from '../../features/orders/texts';
import { paths } from '../../lib/paths';
import { useRecentlySeen } from '../../lib/recently-seen';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { productFavouriteButton } from '../favourite';
import { dashboardText } from './dashboard-texts';

const RAIL_MAX = 4;
const addToCart = (product: ProductDto) => <AddToCart product={product} />;
const rail = {
  action: addToCart,
  favouriteButton: productFavouriteButton,
  useWatch: useWatchProducts,
};

/** The products that were looked at on this device; those that are no longer sold are left out. */
function useSeenProducts(): ProductDto[] | undefined {
  const ids = useRecentlySeen().slice(0, RAIL_MAX);
  return useQueries({
    queries: ids.map((id) => productQueryOptions(id)),
    combine: (queries) =>
      queries.some(({ isPending }) => isPending)
        ? undefined
        : queries.flatMap(({ data }) => (data?.status === 'live' ? [data] : [])),
  });
}

/** What a customer may want to buy: earlier baskets, favourites, and what was looked at. */
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
