import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { FarmDto } from '#libs/contracts';
import { ProductList, useProductList } from '../../features/catalogue/product-list';
import { FarmHead } from '../../features/farms/farm-head';
import { farmQueryOptions } from '../../features/farms/farms';
import { farmsText } from '../../features/farms/texts';
import { Reviews } from '../../features/reviews/review-list';
import { afterPage } from '../../lib/api/after-page';
import { errorCode } from '../../lib/api/api';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { SectionTitle } from '../../ui/card';
import { Page, PlaceholderTitle } from '../../ui/page';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { buyAction, farmFavouriteButton, productFavouriteButton } from '../card-actions';
import { notFoundText } from '../texts';
import { NotFoundBody } from './not-found';

const FarmDays = afterPage(() => import('../../features/catalogue/days/farm-days'));

/** `/farmers/:slug`: one farm and its products. */
export function Component() {
  const { slug = '' } = useParams();
  const query = useQuery(farmQueryOptions(slug));
  const code = errorCode(query.error);
  if (code === 'FARM_NOT_FOUND' || code === 'VALIDATION_FAILED') {
    return <NotFoundBody what={notFoundText.farm} />;
  }
  if (query.data !== undefined) return <Storefront farm={query.data} />;
  return (
    <Page title={farmsText.title}>
      <PlaceholderTitle>{farmsText.title}</PlaceholderTitle>
      {query.isError ? (
        <ErrorState query={query} title={farmsText.failed} />
      ) : (
        <Loading>
          <Skeleton className="aspect-[2/1] max-h-96 rounded-xl" />
        </Loading>
      )}
    </Page>
  );
}

function Storefront({ farm }: { farm: FarmDto }) {
  const list = useProductList({ farm: [farm._id] });
  useWatchProducts(list.products.map((product) => product._id));
  return (
    <Page title={farm.name}>
      <FarmHead
        farm={farm}
        favouriteButton={farmFavouriteButton(farm)}
        days={<FarmDays farmId={farm._id} methods={farm.fulfilment} />}
      />
      <section aria-labelledby="stall" className="mt-14">
        <SectionTitle id="stall">{farmsText.products(farm.name)}</SectionTitle>
        <ProductList list={list} action={buyAction} favouriteButton={productFavouriteButton} />
      </section>
      <Reviews of={{ farm: farm.slug }} />
    </Page>
  );
}
