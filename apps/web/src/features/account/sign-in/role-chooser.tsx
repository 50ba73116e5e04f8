import { Check } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Role } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { LinkButton } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Tabs } from '../../../ui/tabs';
import { identityText } from '../texts';

const roles: readonly Role[] = ['customer', 'farmer', 'admin'];
const pictures: Record<Role, string> = { customer: 'salad', farmer: 'tractor', admin: 'farmhouse' };

function RolePanel({ role }: { role: Role }) {
  const { state } = useLocation();
  const { title, points, action } = identityText.roles[role];
  return (
    <div className="grid items-center gap-6 sm:grid-cols-[1fr_auto]">
      <div>
        <h2 className="text-3xl">{title}</h2>
        <ul className="mt-4 mb-6 grid gap-2">
          {points.map((point) => (
            <li key={point} className="flex gap-2.5">
              <Icon of={Check} className="mt-0.5 text-leaf-ink" />
              {point}
            </li>
          ))}
        </ul>
        <LinkButton
          to={role === 'admin' ? paths.signIn : paths.signUp(role)}
          state={state}
          size="lg"
        >
          {action}
        </LinkButton>
      </div>
      <img
        src={`/produce/${pictures[role]}.svg`}
        alt=""
        width="180"
        height="180"
        className="produce-shadow hidden size-44 sm:block"
      />
    </div>
  );
}

/** The three role tabs of docs/product.md. */
export function RoleChooser() {
  const [role, setRole] = useState<Role>('customer');
  return (
    <Tabs
      label={identityText.tabsLabel}
      value={role}
      onChange={setRole}
      tabs={roles.map((value) => ({
        value,
        label: identityText.tabs[value],
        content: <RolePanel role={value} />,
      }))}
    />
  );
}
