import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { idSchema, type ProductDto } from '#libs/contracts';
import { AddToCart } from '../../features/cart/add-to-cart';
import { priceOf, usualQuantity } from '../../features/cart/cart-math';
import { ProductBuy } from '../../features/catalogue/product-buy';
import { FarmCard, NutritionCard } from '../../features/catalogue/product-facts';
import { ProductGallery } from '../../features/catalogue/product-gallery';
import { ProductRail } from '../../features/catalogue/product-rail';
import { ProductSkeleton } from '../../features/catalogue/product-skeleton';
import {
  productQueryOptions,
  railsQueryOptions,
  relatedQueryOptions,
} from '../../features/catalogue/products';
import { catalogueText } from '../../features/catalogue/texts';
import { OwnReview } from '../../features/reviews/own-review';
import { Reviews } from '../../features/reviews/review-list';
import { errorCode } from '../../lib/api';
import { formatMoney } from '../../lib/format';
import { useSession } from '../../lib/session';
import { useSettings } from '../../lib/settings';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { Later } from '../../ui/later';
import { Page, WaitingTitle } from '../../ui/page';
import { ErrorState } from '../../ui/states';
import { productHeart } from '../favourite';
import { NotFoundBody } from '../not-found-body';
import { notFoundText } from '../not-found-texts';

/** `/products/:id`: one product, live. */
export function Component() {
  const { id = '' } = useParams();
  const known = idSchema.safeParse(id).success;
  const query = useQuery({ ...productQueryOptions(id), enabled: known });
  useWatchProducts(known ? [id] : []);
  if (!known || errorCode(query.error) === 'PRODUCT_NOT_FOUND') {
    return <NotFoundBody what={notFoundText.product} />;
  }
  if (query.data === undefined) {
    return (
      <Page title={catalogueText.title}>
        <WaitingTitle>{catalogueText.title}</WaitingTitle>
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

function Product({ product }: { product: ProductDto }) {
  const settings = useSettings();
  const related = useQuery(relatedQueryOptions(product._id));
  const sold = product.status === 'live';
  // where its farm has nothing else, the market has something in season
  const bare = !sold && (related.isError || related.data?.products.length === 0);
  const rails = useQuery({ ...railsQueryOptions(), enabled: bare });
  const alternatives = (bare ? rails.data?.inSeason : related.data)?.products;
  const { user } = useSession();
  const [quantity, setQuantity] = useState(() => usualQuantity(product));
  // stock can fall under what was chosen while the page is open
  const chosen = Math.min(quantity, Math.max(product.available, product.minimum));
  const total = priceOf(product.price, chosen, product.unit);
  return (
    <Page title={product.name} description={`${product.farmer}: ${product.description}`}>
      <div className="grid gap-8 lg:grid-cols-[1fr_1.05fr] lg:gap-14">
        <ProductGallery product={product} />
        <ProductBuy
          product={product}
          deliveryNote={
            settings && catalogueText.deliveryNote(formatMoney(settings.freeDeliveryOver))
          }
          lineTotal={total}
          mark={productHeart(product)}
        >
          <AddToCart product={product} quantity={chosen} onQuantity={setQuantity} large />
        </ProductBuy>
      </div>
      <Later place={<div className="min-h-dvh" />}>
        <div className="mt-12 grid items-start gap-6 md:grid-cols-2">
          <NutritionCard product={product} />
          <FarmCard product={product} />
        </div>
        <Reviews
          of={{ product: product._id }}
          own={user?.role === 'customer' && <OwnReview productId={product._id} />}
        />
        <ProductRail
          title={sold ? catalogueText.moreFrom(product.farmer) : catalogueText.related}
          products={(bare ? rails : related).isError ? [] : alternatives?.slice(0, 4)}
          action={(one) => <AddToCart product={one} />}
          mark={productHeart}
          onShown={useWatchProducts}
        />
      </Later>
    </Page>
  );
}
