import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { roleSchema, userStatusSchema } from '#libs/contracts';
import { useKeptRows } from '../../realtime/use-kept-rows';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { usersText } from './texts';
import { UserFilters } from './user-filters';
import { type UsersFilter, usersQueryOptions } from './users';
import { UsersTable } from './users-table';

/** Everybody on the platform, by role and status; the filters stand in the address. */
export function AdminUsers() {
  const [search, setSearch] = useSearchParams();
  const role = roleSchema.safeParse(search.get('role'));
  const status = userStatusSchema.safeParse(search.get('status'));
  const filter: UsersFilter = {
    ...(role.success && { role: role.data }),
    ...(status.success && { status: status.data }),
  };
  const setFilter = (next: UsersFilter) => setSearch({ ...next }, { replace: true });
  return (
    <>
      <UserFilters filter={filter} onChange={setFilter} />
      <FilteredUsers
        key={JSON.stringify(filter)}
        filter={filter}
        onClear={Object.keys(filter).length === 0 ? null : () => setFilter({})}
      />
    </>
  );
}

function FilteredUsers({ filter, onClear }: { filter: UsersFilter; onClear: (() => void) | null }) {
  const query = useInfiniteQuery(usersQueryOptions(filter));
  const toast = useToast();
  useEffect(() => {
    if (!query.isError) return;
    toast({ tone: 'error', title: usersText.error, description: usersText.fetchFailed });
  }, [query.isError, toast]);

  const users = useKeptRows(
    query.data?.pages.flatMap((page) => page.users) ?? [],
    (user) =>
      (filter.role ?? user.role) === user.role && (filter.status ?? user.status) === user.status,
  );

  if (query.isPending) {
    return (
      <Loading>
        <div className="grid gap-3">
          {[0, 1, 2, 3, 4, 5].map((at) => (
            <Skeleton key={at} className="h-14" />
          ))}
        </div>
      </Loading>
    );
  }
  if (!query.data) {
    return <ErrorState query={query} title={usersText.fetchFailed} />;
  }
  if (users.length === 0) {
    return (
      <EmptyState
        title={usersText.none}
        action={
          onClear !== null && (
            <Button tone="outline" onClick={onClear}>
              {usersText.clear}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <p className="mb-3 text-ink-soft tabular-nums">
        {usersText.found(query.data.pages[0]?.total ?? users.length)}
      </p>
      <UsersTable users={users} />
      <LoadMore query={query} label={usersText.showMore} />
    </>
  );
}
