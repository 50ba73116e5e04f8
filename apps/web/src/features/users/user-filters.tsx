import { type ReactNode, useId } from 'react';
import { roleSchema, userStatusSchema } from '#libs/contracts';
import { uiText } from '../../ui/texts';
import { usersText } from './texts';
import type { UsersFilter } from './users';

/** Which users are listed: one role or all, one status or all. */
export function UserFilters({
  filter,
  onChange,
}: {
  filter: UsersFilter;
  onChange: (filter: UsersFilter) => void;
}) {
  const { role: _role, ...withoutRole } = filter;
  const { status: _status, ...withoutStatus } = filter;
  return (
    <div className="mb-6 grid gap-4 sm:flex">
      <Choice
        label={usersText.filterRole}
        value={filter.role ?? ''}
        onChange={(value) => {
          const role = roleSchema.safeParse(value);
          onChange(role.success ? { ...filter, role: role.data } : withoutRole);
        }}
      >
        <option value="">{usersText.anyRole}</option>
        {roleSchema.options.map((role) => (
          <option key={role} value={role}>
            {uiText.roles[role]}
          </option>
        ))}
      </Choice>
      <Choice
        label={usersText.filterStatus}
        value={filter.status ?? ''}
        onChange={(value) => {
          const status = userStatusSchema.safeParse(value);
          onChange(status.success ? { ...filter, status: status.data } : withoutStatus);
        }}
      >
        <option value="">{usersText.anyStatus}</option>
        {userStatusSchema.options.map((status) => (
          <option key={status} value={status}>
            {uiText.statuses[status]}
          </option>
        ))}
      </Choice>
    </div>
  );
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="grid gap-1.5 sm:w-52">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 rounded-md border border-edge bg-paper px-3 pr-8"
      >
        {children}
      </select>
    </div>
  );
}
