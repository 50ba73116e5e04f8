import { roleSchema, userStatusSchema } from '#libs/contracts';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { statusText, uiText } from '../../ui/texts';
import { usersText } from './texts';

/** The filters in the URL. */
export interface UsersSearch {
  q: string;
  role: string;
  status: string;
}

/** The filters of the users: name or e-mail address, role and status. */
export function UserFilters({
  search,
  onChange,
}: {
  search: UsersSearch;
  onChange: (change: Partial<UsersSearch>) => void;
}) {
  return (
    <search
      aria-label={usersText.narrow}
      className="mb-6 grid gap-4 2xs:grid-cols-2 sm:flex sm:flex-wrap"
    >
      <SearchFilter
        label={usersText.find}
        value={search.q}
        onChange={(q) => onChange({ q })}
        className="min-w-0 2xs:col-span-2 sm:w-72"
      />
      <ChoiceFilter
        name="role"
        className="min-w-0 sm:w-44"
        label={usersText.filterRole}
        any={usersText.anyRole}
        options={roleSchema.options.map((role) => [role, uiText.roles[role]] as const)}
        value={search.role}
        onChange={(role) => onChange({ role })}
      />
      <ChoiceFilter
        name="status"
        className="min-w-0 sm:w-44"
        label={usersText.filterStatus}
        any={usersText.anyStatus}
        options={userStatusSchema.options.map((one) => [one, statusText[one]] as const)}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
    </search>
  );
}
