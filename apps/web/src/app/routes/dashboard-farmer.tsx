import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { DASHBOARD_PAGES, type DashboardPage } from '#libs/contracts';
import { OwnData } from '../../features/account/own-data/own-data';
import { Profile } from '../../features/account/profile/profile';
import { PushOffer } from '../../features/account/push/push-offer';
import { Security } from '../../features/account/security/security';
import { FarmNumbers } from '../../features/analytics/farm/farm-numbers';
import { COUNTS_DAYS, farmStatsQueryOptions } from '../../features/analytics/queries';
import { ProductCard } from '../../features/catalogue/product-card';
import { ownFarmQueryOptions } from '../../features/farms/own-farm';
import { OwnFarm } from '../../features/farms/own-farm-screen';
import { FarmBooks } from '../../features/money/books/farm-books';
import { FarmOrders } from '../../features/orders/farm-orders';
import { HandOverScreen } from '../../features/orders/hand-over/hand-over-screen';
import { handOverText } from '../../features/orders/hand-over/texts';
import { LabelsScreen } from '../../features/orders/labels/labels-screen';
import { SlipScreen } from '../../features/orders/packing-slip/slip-screen';
import { SlipsScreen } from '../../features/orders/packing-slip/slips-screen';
import { PickListScreen } from '../../features/orders/pick-list/pick-list-screen';
import { RunSheetScreen } from '../../features/orders/run-sheet/run-sheet-screen';
import { useChangedCount } from '../../features/orders/shorts/use-changed-count';
import { pickListText } from '../../features/orders/texts';
import { useOpenProblems } from '../../features/problems/problems';
import { ProblemsScreen } from '../../features/problems/problems-screen';
import { reportsText } from '../../features/problems/texts';
import { EditProduct } from '../../features/products/editor/edit-product';
import type { EditorProps } from '../../features/products/editor/product-editor';
import { OwnProducts } from '../../features/products/own-products';
import { StockHistory } from '../../features/products/stock/stock-history';
import { editorText } from '../../features/products/texts';
import { FarmReviewsScreen } from '../../features/reviews/farm/farm-reviews-screen';
import { TeamScreen } from '../../features/team/team-screen';
import { teamText } from '../../features/team/texts';
import { useNow } from '../../lib/browser/timers';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { LinkButton } from '../../ui/button';
import { LoadingRows } from '../../ui/skeleton';
import { lazyPage } from '../lazy-page';
import { CrewDashboard } from './dashboard-crew';
import { Component as NotFound } from './not-found';
import { dashboardText } from './texts';
import { WorkplaceShell } from './workplace-shell';

const base = paths.dashboardOf('farmer');
const ordersPath = `${base}/orders`;
const labels: Record<DashboardPage<'farmer'>, string> = {
  orders: dashboardText.orders,
  'pick-list': dashboardText.pickList,
  days: dashboardText.days,
  products: dashboardText.myProducts,
  numbers: dashboardText.numbers,
  money: dashboardText.money,
  problems: dashboardText.problems,
  reviews: dashboardText.reviews,
  team: dashboardText.team,
  profile: dashboardText.profile,
};
const frame = {
  title: dashboardText.farmer,
  links: DASHBOARD_PAGES.farmer.map((page) => ({ to: `${base}/${page}`, label: labels[page] })),
};

/** The frame, with the number of new and changed orders, and a note while the farm may not sell. */
function FarmerShell({
  children,
  ...rest
}: Omit<ComponentProps<typeof WorkplaceShell>, 'title' | 'links'>) {
  const { data: stats } = useQuery(farmStatsQueryOptions(COUNTS_DAYS));
  const waiting = (stats?.orders.placed ?? 0) + useChangedCount();
  const counts = new Map([
    [ordersPath, waiting],
    [`${base}/problems`, useOpenProblems('mine')],
  ]);
  const links = frame.links.map((link) => ({ ...link, count: counts.get(link.to) }));
  return (
    <WorkplaceShell {...frame} {...rest} links={links}>
      {rest.section !== dashboardText.profile && <ApprovalNote />}
      {children}
    </WorkplaceShell>
  );
}

function ApprovalNote() {
  const { data: farm } = useQuery(ownFarmQueryOptions());
  if (farm === undefined || farm.status === 'approved') return null;
  return (
    <p
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg border-2 border-butter-ink bg-butter-tint p-4 text-butter-ink print:hidden"
    >
      <strong>{dashboardText.notSelling}</strong>
      <LinkButton to={`${base}/profile`} tone="outline" size="sm">
        {dashboardText.notSellingLink}
      </LinkButton>
    </p>
  );
}

function Products() {
  return (
    <FarmerShell section={dashboardText.myProducts}>
      <OwnProducts />
    </FarmerShell>
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

function OwnProduct() {
  const { id = null } = useParams();
  const heading = id === null ? editorText.newTitle : editorText.editTitle;
  return (
    <FarmerShell section={dashboardText.myProducts} heading={heading}>
      <EditProduct {...useEditorParts()} id={id} />
    </FarmerShell>
  );
}

function Stock() {
  const { id = '' } = useParams();
  return (
    <FarmerShell section={dashboardText.myProducts} heading={dashboardText.stockHistory}>
      <StockHistory id={id} />
    </FarmerShell>
  );
}

function Orders() {
  const { data } = useQuery(farmStatsQueryOptions(COUNTS_DAYS));
  return (
    <FarmerShell section={dashboardText.orders}>
      <PushOffer as="farmer" />
      <FarmOrders counts={data?.orders ?? null} />
    </FarmerShell>
  );
}

function Picking() {
  return (
    <FarmerShell section={dashboardText.pickList} lead={pickListText.lead}>
      <PickListScreen />
    </FarmerShell>
  );
}

/** In its own chunk: its preview of dates is the only part of the app that loads Temporal. */
const DaysContent = lazyPage(() => import('./dashboard-days'));

function Days() {
  return (
    <FarmerShell section={dashboardText.days} lead={dashboardText.daysLead}>
      <Suspense fallback={<LoadingRows rows={3} height="h-24" />}>
        <DaysContent />
      </Suspense>
    </FarmerShell>
  );
}

function Slip() {
  return (
    <FarmerShell section={dashboardText.packingSlip} printsContentOnly>
      <SlipScreen />
    </FarmerShell>
  );
}

function Slips() {
  return (
    <FarmerShell
      section={dashboardText.orders}
      heading={dashboardText.packingSlips}
      printsContentOnly
    >
      <SlipsScreen />
    </FarmerShell>
  );
}

function Labels() {
  return (
    <FarmerShell section={dashboardText.orders} heading={dashboardText.labels} printsContentOnly>
      <LabelsScreen />
    </FarmerShell>
  );
}

function Rounds() {
  return (
    <FarmerShell section={dashboardText.orders} heading={dashboardText.runSheet} printsContentOnly>
      <RunSheetScreen />
    </FarmerShell>
  );
}

function HandOvers() {
  return (
    <FarmerShell
      section={dashboardText.orders}
      heading={dashboardText.handOver}
      lead={handOverText.lead}
    >
      <HandOverScreen as="owner" />
    </FarmerShell>
  );
}

function Numbers() {
  return (
    <FarmerShell section={dashboardText.numbers}>
      <FarmNumbers />
    </FarmerShell>
  );
}

function Money() {
  const { data } = useQuery(ownFarmQueryOptions());
  return (
    <FarmerShell section={dashboardText.money} printsContentOnly>
      <FarmBooks farm="mine" farmName={data?.name ?? ''} />
    </FarmerShell>
  );
}

function Problems() {
  return (
    <FarmerShell section={dashboardText.problems} lead={reportsText.lead}>
      <ProblemsScreen viewer="farmer" />
    </FarmerShell>
  );
}

function Reviews() {
  return (
    <FarmerShell section={dashboardText.reviews}>
      <FarmReviewsScreen />
    </FarmerShell>
  );
}

function Team() {
  return (
    <FarmerShell section={dashboardText.team} lead={teamText.lead}>
      <TeamScreen />
    </FarmerShell>
  );
}

function Details() {
  const { user } = useSession();
  return (
    <FarmerShell section={dashboardText.profile}>
      <div className="grid items-start gap-8 xl:grid-cols-[8fr_5fr]">
        {/* the farm may be created after signing in: the key remounts the form once the session has its id */}
        <OwnFarm key={user?.farmId ?? 'none'} />
        {user !== null && (
          <div className="grid gap-8">
            <Profile user={user} />
            <Security />
            <OwnData />
          </div>
        )}
      </div>
    </FarmerShell>
  );
}

/** The style sheet's breakpoint: on wider screens the navigation is at the top. */
const PHONE = '(width < 48rem)';

/** The index page: on a phone, in the field, the orders; else the products. */
function Start() {
  return matchMedia(PHONE).matches ? <Navigate to={ordersPath} replace /> : <Products />;
}

const pages: Record<DashboardPage<'farmer'>, ReactNode> = {
  orders: <Orders />,
  'pick-list': <Picking />,
  days: <Days />,
  products: <Products />,
  numbers: <Numbers />,
  money: <Money />,
  problems: <Problems />,
  reviews: <Reviews />,
  team: <Team />,
  profile: <Details />,
};

/** `/dashboard/farmer/*`. */
export function Component() {
  const { user } = useSession();
  const role = user?.farmRole;
  if (role === 'packer' || role === 'driver') return <CrewDashboard role={role} />;
  return <OwnerDashboard />;
}

function OwnerDashboard() {
  return (
    <Routes>
      <Route index element={<Start />} />
      {DASHBOARD_PAGES.farmer.map((page) => (
        <Route key={page} path={page} element={pages[page]} />
      ))}
      <Route path="products/new" element={<OwnProduct />} />
      <Route path="products/:id" element={<OwnProduct />} />
      <Route path="products/:id/stock" element={<Stock />} />
      <Route path="packing-slip/:orderId" element={<Slip />} />
      <Route path="packing-slips" element={<Slips />} />
      <Route path="labels" element={<Labels />} />
      <Route path="run-sheet" element={<Rounds />} />
      <Route path="hand-over" element={<HandOvers />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
