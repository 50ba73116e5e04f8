import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { roleSchema, userStatusSchema } from '#libs/contracts';
import { useUrlFilter } from '../../lib/lists/url-filter';
import { useKeptRows } from '../../lib/lists/use-stable-rows';
import { Button } from '../../ui/button';
import { LiveRows } from '../../ui/live-rows';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { usersText } from './texts';
import { UserFilters, type UsersSearch } from './user-filters';
import { type UsersFilter, usersQueryOptions } from './users';
import { UsersTable } from './users-table';

function read(params: URLSearchParams): UsersSearch {
  return {
    q: params.get('q') ?? '',
    role: roleSchema.safeParse(params.get('role')).data ?? '',
    status: userStatusSchema.safeParse(params.get('status')).data ?? '',
  };
}

function toFilter(search: UsersSearch): UsersFilter {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''));
}

/** All users, filtered by name, role and status; the filters are search parameters. */
export function AdminUsers() {
  const { search, isFiltered, set, clear } = useUrlFilter(read);
  return (
    <>
      <UserFilters search={search} onChange={set} />
      <FilteredUsers
        key={JSON.stringify(search)}
        filter={toFilter(search)}
        onClear={isFiltered ? clear : null}
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
    return <LoadingRows />;
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
    <LiveRows
      query={query}
      rows={users}
      label={usersText.caption}
      more={usersText.showMore}
      head={usersText.found(query.data.pages[0]?.total ?? users.length)}
    >
      {(shown) => <UsersTable users={shown} />}
    </LiveRows>
  );
}
