import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AllReviewsScreen } from '../../features/all-reviews/all-reviews-screen';
import { Analytics } from '../../features/analytics/analytics';
import { AuditLog } from '../../features/audit/audit-log';
import { auditText } from '../../features/audit/texts';
import { AdminMessages } from '../../features/contact-messages/admin-messages';
import { JobsScreen } from '../../features/failed-jobs/jobs-screen';
import { jobsText } from '../../features/failed-jobs/texts';
import { AdminFarms } from '../../features/farm-applications/admin-farms';
import { AdminProducts } from '../../features/farm-products/admin/admin-products';
import { AdminOrders } from '../../features/orders/admin-orders';
import { Security } from '../../features/security/security';
import { StockCheckScreen } from '../../features/stock-check/stock-check-screen';
import { stockCheckText } from '../../features/stock-check/texts';
import { AdminUsers } from '../../features/users/admin-users';
import { Profile } from '../../features/users/profile';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { DashboardShell } from './dashboard-shell';
import { dashboardText } from './dashboard-texts';
import { Component as NotFound } from './not-found';

interface Section {
  readonly path: string;
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
    </div>
  );
}

const sections: readonly Section[] = [
  { path: 'analytics', label: dashboardText.analytics, content: <Analytics /> },
  { path: 'users', label: dashboardText.users, content: <AdminUsers /> },
  { path: 'orders', label: dashboardText.orders, content: <AdminOrders /> },
  { path: 'products', label: dashboardText.products, content: <AdminProducts /> },
  { path: 'farms', label: dashboardText.farms, content: <AdminFarms /> },
  { path: 'reviews', label: dashboardText.reviews, content: <AllReviewsScreen /> },
  { path: 'messages', label: dashboardText.messages, content: <AdminMessages /> },
  { path: 'audit', label: dashboardText.audit, lead: auditText.lead, content: <AuditLog /> },
  { path: 'jobs', label: dashboardText.jobs, lead: jobsText.lead, content: <JobsScreen /> },
  {
    path: 'stock-check',
    label: dashboardText.stock,
    lead: stockCheckText.lead,
    content: <StockCheckScreen />,
  },
  { path: 'profile', label: dashboardText.profile, content: <Details /> },
];
const links = sections.map(({ path, label }) => ({
  to: `${paths.dashboardOf('admin')}/${path}`,
  label,
}));

function show({ label, lead, content }: Section): ReactNode {
  return (
    <DashboardShell
      key={label}
      title={dashboardText.admin}
      links={links}
      section={label}
      lead={lead}
    >
      {content}
    </DashboardShell>
  );
}

/** `/dashboard/admin/*`: the figures first. */
export function Component() {
  return (
    <Routes>
      {sections.slice(0, 1).map((section) => (
        <Route key="index" index element={show(section)} />
      ))}
      {sections.map((section) => (
        <Route key={section.path} path={section.path} element={show(section)} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
