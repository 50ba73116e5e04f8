import type { Role, UserStats } from '#libs/contracts';
import { formatNumber } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { Tick } from '../../ui/figure';
import { uiText } from '../../ui/texts';
import { analyticsText } from './texts';

const fills: Record<Role, string> = {
  customer: 'bg-butter',
  farmer: 'bg-leaf-ink',
  admin: 'bg-tomato',
};

/** The number of users per role, as labelled bars. */
export function RoleBreakdown({ stats }: { stats: UserStats }) {
  const max = Math.max(1, ...stats.roleBreakdown.map((item) => item.count));
  return (
    <Card className="sm:col-span-2 lg:col-span-1">
      <dt className="font-semibold">{analyticsText.roleBreakdown}</dt>
      <dd>
        <ul aria-label={analyticsText.roleBars} className="mt-3 grid gap-2.5">
          {stats.roleBreakdown.map(({ _id: role, count }) => (
            <li key={role} className="grid grid-cols-[5.5rem_1fr_auto] items-center gap-3">
              <span>{uiText.roles[role]}</span>
              <span
                aria-hidden="true"
                className="h-4 rounded-sm bg-sunken forced-color-adjust-none"
              >
                <span
                  className={`block h-full min-w-1 rounded-sm ${fills[role]}`}
                  style={{ width: `${(count / max) * 100}%` }}
                />
              </span>
              <span className="min-w-8 text-right font-semibold">
                <Tick>{formatNumber(count)}</Tick>
              </span>
            </li>
          ))}
        </ul>
      </dd>
    </Card>
  );
}
