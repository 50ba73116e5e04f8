import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { DASHBOARD_PAGES, type DashboardPage } from '#libs/contracts';
import { OwnData } from '../../features/account/own-data/own-data';
import { Profile } from '../../features/account/profile/profile';
import { ConfirmSessionDialog } from '../../features/account/security/confirm-session-dialog';
import { Security } from '../../features/account/security/security';
import { Analytics } from '../../features/analytics/analytics';
import { AdminMessages } from '../../features/content/messages/admin-messages';
import { ReportedMessages } from '../../features/conversations/reported-messages';
import { reportedText } from '../../features/conversations/texts';
import { AdminFarms } from '../../features/farms/applications/admin-farms';
import { AllDays } from '../../features/fulfilment/all-days';
import { JobsScreen } from '../../features/jobs/jobs-screen';
import { jobsText } from '../../features/jobs/texts';
import { FarmBooks } from '../../features/money/books/farm-books';
import { MoneyDesk } from '../../features/money/desk/money-desk';
import { booksText, deskText } from '../../features/money/texts';
import { AdminOrders } from '../../features/orders/admin-orders';
import { ProblemsScreen } from '../../features/problems/problems-screen';
import { reportsText } from '../../features/problems/texts';
import { AdminProducts } from '../../features/products/admin/admin-products';
import { StockCheckScreen } from '../../features/products/stock-check/stock-check-screen';
import { stockCheckText } from '../../features/products/texts';
import { AllReviewsScreen } from '../../features/reviews/all/all-reviews-screen';
import { AdminUsers } from '../../features/users/admin-users';
import { AuditLog } from '../../features/users/audit/audit-log';
import { auditText } from '../../features/users/texts';
import { userQueryOptions } from '../../features/users/users';
import { farmsOfQueryOptions } from '../../lib/api/public-data';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { LinkButton } from '../../ui/button';
import { Palette } from './admin/palette';
import { PersonPage } from './admin/person-page';
import { SavedFilters } from './admin/saved-filters';
import { useWaiting } from './admin/use-waiting';
import { Component as NotFound } from './not-found';
import { adminText, dashboardText } from './texts';
import { WorkplaceShell } from './workplace-shell';

interface Section {
  readonly label: string;
  readonly lead?: string;
  readonly content: ReactNode;
}

function Details() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="grid items-start gap-8 xl:grid-cols-2">
      <Profile user={user} />
      <Security />
      <OwnData />
    </div>
  );
}

const sections: Record<DashboardPage<'admin'>, Section> = {
  analytics: { label: dashboardText.analytics, content: <Analytics /> },
  users: { label: dashboardText.users, content: <AdminUsers /> },
  orders: { label: dashboardText.orders, content: <AdminOrders /> },
  products: { label: dashboardText.products, content: <AdminProducts /> },
  farms: { label: dashboardText.farms, content: <AdminFarms /> },
  money: { label: dashboardText.money, lead: deskText.lead, content: <MoneyDesk /> },
  problems: {
    label: dashboardText.problems,
    lead: reportsText.lead,
    content: <ProblemsScreen viewer="admin" />,
  },
  calendar: {
    label: dashboardText.calendar,
    lead: dashboardText.calendarLead,
    content: <AllDays />,
  },
  reviews: { label: dashboardText.reviews, content: <AllReviewsScreen /> },
  'reported-messages': {
    label: dashboardText.reportedMessages,
    lead: reportedText.lead,
    content: <ReportedMessages />,
  },
  messages: { label: dashboardText.messages, content: <AdminMessages /> },
  audit: { label: dashboardText.audit, lead: auditText.lead, content: <AuditLog /> },
  jobs: { label: dashboardText.jobs, lead: jobsText.lead, content: <JobsScreen /> },
  'stock-check': {
    label: dashboardText.stock,
    lead: stockCheckText.lead,
    content: <StockCheckScreen />,
  },
  profile: { label: dashboardText.profile, content: <Details /> },
};
const base = paths.dashboardOf('admin');
const links = DASHBOARD_PAGES.admin.map((path) => {
  return { path, to: `${base}/${path}`, label: sections[path].label };
});

function PersonRoute() {
  const { id = '' } = useParams();
  const { data } = useQuery(userQueryOptions(id));
  return (
    <AdminShell section={dashboardText.users} heading={data?.name || adminText.person}>
      <PersonPage id={id} />
    </AdminShell>
  );
}

function FarmMoneyRoute() {
  const { id = '' } = useParams();
  const { data } = useQuery(farmsOfQueryOptions([id]));
  const name = data?.farms[0]?.name ?? '';
  return (
    <AdminShell
      section={dashboardText.money}
      heading={name || adminText.farmBooks}
      printsContentOnly
    >
      <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft print:hidden">
        {booksText.adminNote}
        <LinkButton tone="outline" size="sm" to={`${base}/money`}>
          {booksText.toDesk}
        </LinkButton>
      </p>
      <FarmBooks farm={id} farmName={name} />
    </AdminShell>
  );
}

/** The frame, with the counts of waiting items, the palette and the saved filters. */
function AdminShell(props: Omit<ComponentProps<typeof WorkplaceShell>, 'title' | 'links'>) {
  const waiting = useWaiting();
  return (
    <WorkplaceShell
      {...props}
      title={dashboardText.admin}
      links={links.map(({ path, ...link }) => ({ ...link, count: waiting[path] ?? 0 }))}
      rail
      tools={
        <span className="flex items-center gap-1">
          <SavedFilters />
          <Palette pages={links} />
        </span>
      }
    />
  );
}

function sectionPage({ label, lead, content }: Section): ReactNode {
  return (
    <AdminShell key={label} section={label} lead={lead}>
      {content}
    </AdminShell>
  );
}

/** `/dashboard/admin/*`: the index page shows the analytics. */
export function Component() {
  return (
    <>
      <ConfirmSessionDialog />
      <Routes>
        <Route index element={sectionPage(sections.analytics)} />
        {DASHBOARD_PAGES.admin.map((path) => (
          <Route key={path} path={path} element={sectionPage(sections[path])} />
        ))}
        <Route path="users/:id" element={<PersonRoute />} />
        <Route path="money/:id" element={<FarmMoneyRoute />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </>
  );
}
