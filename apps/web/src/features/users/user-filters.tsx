import { roleSchema, userStatusSchema } from '#libs/contracts';
import { ChoiceFilter } from '../../ui/filters';
import { uiText } from '../../ui/texts';
import { usersText } from './texts';

/** The filters as they stand in the address. */
export interface UsersSearch {
  role: string;
  status: string;
}

/** Which users are listed: one role or all, one status or all. */
export function UserFilters({
  search,
  onChange,
}: {
  search: UsersSearch;
  onChange: (change: Partial<UsersSearch>) => void;
}) {
  return (
    <div className="mb-6 grid gap-4 sm:flex">
      <ChoiceFilter
        name="role"
        className="sm:w-52"
        label={usersText.filterRole}
        any={usersText.anyRole}
        options={roleSchema.options.map((role) => [role, uiText.roles[role]] as const)}
        value={search.role}
        onChange={(role) => onChange({ role })}
      />
      <ChoiceFilter
        name="status"
        className="sm:w-52"
        label={usersText.filterStatus}
        any={usersText.anyStatus}
        options={userStatusSchema.options.map((one) => [one, uiText.statuses[one]] as const)}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
    </div>
  );
}
