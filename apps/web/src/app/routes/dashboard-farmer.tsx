import { useQuery } from '@tanstack/react-query';
import { Route, Routes, useParams } from 'react-router-dom';
import { Profile } from '../../features/account/profile/profile';
import { Security } from '../../features/account/security/security';
import { FarmNumbers } from '../../features/analytics/farm/farm-numbers';
import { COUNTS_DAYS, farmStatsQueryOptions } from '../../features/analytics/farm/farm-stats';
import { ProductCard } from '../../features/catalogue/product-card';
import { ownFarmQueryOptions } from '../../features/farms/own-farm';
import { OwnFarm } from '../../features/farms/own-farm-screen';
import { FarmOrders } from '../../features/orders/farm-orders';
import { SlipScreen } from '../../features/orders/packing-slip/slip-screen';
import { PickListScreen } from '../../features/orders/pick-list/pick-list-screen';
import { pickListText } from '../../features/orders/pick-list/texts';
import { EditProduct } from '../../features/products/editor/edit-product';
import { type EditorProps, ProductEditor } from '../../features/products/editor/product-editor';
import { editorText } from '../../features/products/editor/texts';
import { OwnProducts } from '../../features/products/own-products';
import { StockHistory } from '../../features/products/stock/stock-history';
import { FarmReviewsScreen } from '../../features/reviews/farm/farm-reviews-screen';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { useNow } from '../../lib/use-now';
import { DashboardShell } from './dashboard-shell';
import { dashboardText } from './dashboard-texts';
import { Component as NotFound } from './not-found';

const base = paths.dashboardOf('farmer');
const frame = {
  title: dashboardText.farmer,
  links: [
    { to: `${base}/products`, label: dashboardText.myProducts },
    { to: `${base}/orders`, label: dashboardText.orders },
    { to: `${base}/pick-list`, label: dashboardText.pickList },
    { to: `${base}/numbers`, label: dashboardText.numbers },
    { to: `${base}/reviews`, label: dashboardText.reviews },
    { to: `${base}/profile`, label: dashboardText.profile },
  ],
};

function Products() {
  return (
    <DashboardShell {...frame} section={dashboardText.myProducts}>
      <OwnProducts />
    </DashboardShell>
  );
}

/** The farm, and the card of the storefront: features do not import each other, so the route provides them. */
function useEditorParts(): EditorProps {
  const { data } = useQuery(ownFarmQueryOptions());
  const now = useNow();
  const { name = '', slug = '' } = data ?? {};
  return {
    farm: { name, slug },
    card: (product) => <ProductCard product={product} now={now} headingLevel={3} eager />,
  };
}

function NewProduct() {
  return (
    <DashboardShell {...frame} section={dashboardText.myProducts} heading={editorText.newTitle}>
      <ProductEditor {...useEditorParts()} product={null} />
    </DashboardShell>
  );
}

function OwnProduct() {
  const { id = '' } = useParams();
  return (
    <DashboardShell {...frame} section={dashboardText.myProducts} heading={editorText.editTitle}>
      <EditProduct {...useEditorParts()} id={id} />
    </DashboardShell>
  );
}

function Stock() {
  const { id = '' } = useParams();
  return (
    <DashboardShell
      {...frame}
      section={dashboardText.myProducts}
      heading={dashboardText.stockHistory}
    >
      <StockHistory id={id} />
    </DashboardShell>
  );
}

function Orders() {
  const { data } = useQuery(farmStatsQueryOptions(COUNTS_DAYS));
  return (
    <DashboardShell {...frame} section={dashboardText.orders}>
      <FarmOrders counts={data?.orders ?? null} />
    </DashboardShell>
  );
}

function Picking() {
  return (
    <DashboardShell {...frame} section={dashboardText.pickList} lead={pickListText.lead}>
      <PickListScreen />
    </DashboardShell>
  );
}

function Slip() {
  return (
    <DashboardShell {...frame} section={dashboardText.packingSlip} printsContentOnly>
      <SlipScreen />
    </DashboardShell>
  );
}

function Numbers() {
  return (
    <DashboardShell {...frame} section={dashboardText.numbers}>
      <FarmNumbers />
    </DashboardShell>
  );
}

function Reviews() {
  return (
    <DashboardShell {...frame} section={dashboardText.reviews}>
      <FarmReviewsScreen />
    </DashboardShell>
  );
}

function Details() {
  const { user } = useSession();
  return (
    <DashboardShell {...frame} section={dashboardText.profile}>
      <div className="grid items-start gap-8 xl:grid-cols-[8fr_5fr]">
        {/* the farm may be created after signing in: the key remounts the form once the session has its id */}
        <OwnFarm key={user?.farmId ?? 'none'} />
        {user !== null && (
          <div className="grid gap-8">
            <Profile user={user} />
            <Security />
          </div>
        )}
      </div>
    </DashboardShell>
  );
}

/** `/dashboard/farmer/*`: the index page shows the products. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Products />} />
      <Route path="products" element={<Products />} />
      <Route path="products/new" element={<NewProduct />} />
      <Route path="products/:id" element={<OwnProduct />} />
      <Route path="products/:id/stock" element={<Stock />} />
      <Route path="orders" element={<Orders />} />
      <Route path="pick-list" element={<Picking />} />
      <Route path="packing-slip/:orderId" element={<Slip />} />
      <Route path="numbers" element={<Numbers />} />
      <Route path="reviews" element={<Reviews />} />
      <Route path="profile" element={<Details />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
