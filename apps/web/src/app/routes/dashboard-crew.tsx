import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { Profile } from '../../features/account/profile/profile';
import { Security } from '../../features/account/security/security';
import { PackingScreen } from '../../features/crew/packing-screen';
import { StopsScreen } from '../../features/crew/stops-screen';
import { HandOverLink } from '../../features/orders/hand-over/hand-over-link';
import { HandOverScreen } from '../../features/orders/hand-over/hand-over-screen';
import { handOverText } from '../../features/orders/hand-over/texts';
import { LeaveFarm } from '../../features/team/leave-farm';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { dashboardText, crewShellText as text } from './texts';
import { WorkplaceShell } from './workplace-shell';

const base = paths.dashboardOf('farmer');
const work = {
  packer: { path: 'orders', title: text.packing, screen: <PackingScreen /> },
  driver: { path: 'run-sheet', title: text.stops, screen: <StopsScreen /> },
} as const;

interface PageParts {
  heading?: string;
  lead?: string;
}

/** `/dashboard/farmer/*` for packers and drivers: their work and their own account. */
export function CrewDashboard({ role }: { role: 'packer' | 'driver' }) {
  const { user } = useSession();
  const { path, title, screen } = work[role];
  const links = [
    { to: `${base}/${path}`, label: title },
    { to: `${base}/profile`, label: text.profile },
  ];
  const page = (section: string, content: ReactNode, rest: PageParts = {}) => (
    <WorkplaceShell title={text.title} links={links} section={section} {...rest}>
      {content}
    </WorkplaceShell>
  );
  return (
    <Routes>
      <Route
        path={path}
        element={page(
          title,
          <>
            {/* at the customer's door; packers on phones have it in the bar */}
            <div
              className={cx(
                'mb-4 grid sm:w-fit print:hidden',
                role === 'packer' && 'max-md:hidden',
              )}
            >
              <HandOverLink tone="leaf">{handOverText.crewLink}</HandOverLink>
            </div>
            {screen}
          </>,
        )}
      />
      <Route
        path="hand-over"
        element={page(title, <HandOverScreen as={role} />, {
          heading: dashboardText.handOver,
          lead: handOverText.lead,
        })}
      />
      <Route
        path="profile"
        element={page(
          text.profile,
          user !== null && (
            <div className="grid items-start gap-8 xl:grid-cols-2">
              <Profile user={user} />
              <div className="grid gap-8">
                <Security />
                {user.farmId !== null && <LeaveFarm farmId={user.farmId} />}
              </div>
            </div>
          ),
        )}
      />
      <Route path="*" element={<Navigate to={`${base}/${path}`} replace />} />
    </Routes>
  );
}
