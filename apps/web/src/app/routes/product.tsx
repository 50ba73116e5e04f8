import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { isId, type ProductDto } from '#libs/contracts';
import { AddToCart } from '../../features/cart/add-to-cart';
import { defaultQuantity, priceOf, roomFor } from '../../features/cart/cart-math';
import { ProductBuy } from '../../features/catalogue/product-buy';
import { FarmCard, NutritionCard } from '../../features/catalogue/product-facts';
import { ProductGallery } from '../../features/catalogue/product-gallery';
import { ProductRail } from '../../features/catalogue/product-rail';
import { ProductSkeleton } from '../../features/catalogue/product-states';
import {
  productQueryOptions,
  railsQueryOptions,
  relatedQueryOptions,
} from '../../features/catalogue/products';
import { catalogueText, productPageText } from '../../features/catalogue/texts';
import { OwnReview } from '../../features/reviews/own-review';
import { Reviews } from '../../features/reviews/review-list';
import { errorCode } from '../../lib/api/api';
import { useSettings } from '../../lib/api/public-data';
import { useRememberSeen } from '../../lib/lists/recently-seen';
import { useSession } from '../../lib/session/session';
import { formatMoney } from '../../lib/text/format';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { Page, PlaceholderTitle } from '../../ui/page';
import { ErrorState } from '../../ui/states';
import { addToOrder, buyAction, orNotify, productFavouriteButton } from '../card-actions';
import { notFoundText } from '../texts';
import { NotFoundBody } from './not-found';

/** `/products/:id`: one product, live. */
export function Component() {
  const { id = '' } = useParams();
  const isValidId = isId(id);
  const query = useQuery({ ...productQueryOptions(id), enabled: isValidId });
  useWatchProducts(isValidId ? [id] : []);
  if (!isValidId || errorCode(query.error) === 'PRODUCT_NOT_FOUND') {
    return <NotFoundBody what={notFoundText.product} />;
  }
  if (query.data === undefined) {
    return (
      <Page title={catalogueText.title}>
        <PlaceholderTitle>{catalogueText.title}</PlaceholderTitle>
        {query.isError ? (
          <ErrorState query={query} title={catalogueText.failed} />
        ) : (
          <ProductSkeleton />
        )}
      </Page>
    );
  }
  return <Product key={id} product={query.data} />;
}

const isSold = ({ status }: ProductDto) => status === 'live';

function Product({ product }: { product: ProductDto }) {
  const settings = useSettings();
  useRememberSeen(product._id);
  const related = useQuery(relatedQueryOptions(product._id));
  const isLive = product.status === 'live';
  // alternatives to an unavailable product: its farm’s other products or, if there are none, those in season;
  // only products on sale, because the whole farm may be paused
  const others = related.data?.products.filter(isSold);
  const farmHasNothingElse = !isLive && (related.isError || others?.length === 0);
  const rails = useQuery({ ...railsQueryOptions(), enabled: farmHasNothingElse });
  const alternatives = farmHasNothingElse ? rails.data?.inSeason.products.filter(isSold) : others;
  const { user } = useSession();
  const [quantity, setQuantity] = useState(() => defaultQuantity(product));
  // stock can fall below the chosen quantity while the page is open
  const chosen = Math.min(quantity, Math.max(roomFor(product), product.minimum));
  const total = priceOf(product.price, chosen);
  return (
    <Page title={product.name}>
      <div className="-mt-4 grid gap-5 sm:mt-0 sm:gap-8 md:grid-cols-[2fr_3fr] lg:grid-cols-[1fr_1.05fr] lg:gap-14">
        <ProductGallery product={product} />
        <ProductBuy
          product={product}
          deliveryNote={
            settings && productPageText.deliveryNote(formatMoney(settings.freeDeliveryOver))
          }
          lineTotal={total}
          favouriteButton={productFavouriteButton(product)}
          addToOrder={addToOrder(product, chosen)}
        >
          {user === null || user.role === 'customer'
            ? orNotify(
                product,
                <AddToCart product={product} quantity={chosen} onQuantity={setQuantity} large />,
                true,
              )
            : null}
        </ProductBuy>
      </div>
      <div className="mt-12 grid items-start gap-6 md:grid-cols-2">
        <NutritionCard product={product} />
        <FarmCard product={product} />
      </div>
      <Reviews
        of={{ product: product._id }}
        own={user?.role === 'customer' && <OwnReview productId={product._id} />}
      />
      <ProductRail
        title={isLive ? productPageText.moreFrom(product.farmer) : productPageText.related}
        products={(farmHasNothingElse ? rails : related).isError ? [] : alternatives?.slice(0, 4)}
        action={buyAction}
        favouriteButton={productFavouriteButton}
        useWatch={useWatchProducts}
      />
    </Page>
  );
}
