import { roleSchema, userStatusSchema } from '#libs/contracts';
import { Field, Select } from '../../ui/form';
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
      <Field name="role" label={usersText.filterRole} className="sm:w-52">
        <Select
          value={filter.role ?? ''}
          onChange={(event) => {
            const role = roleSchema.safeParse(event.target.value);
            onChange(role.success ? { ...filter, role: role.data } : withoutRole);
          }}
        >
          <option value="">{usersText.anyRole}</option>
          {roleSchema.options.map((role) => (
            <option key={role} value={role}>
              {uiText.roles[role]}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="status" label={usersText.filterStatus} className="sm:w-52">
        <Select
          value={filter.status ?? ''}
          onChange={(event) => {
            const status = userStatusSchema.safeParse(event.target.value);
            onChange(status.success ? { ...filter, status: status.data } : withoutStatus);
          }}
        >
          <option value="">{usersText.anyStatus}</option>
          {userStatusSchema.options.map((status) => (
            <option key={status} value={status}>
              {uiText.statuses[status]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
