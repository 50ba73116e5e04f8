import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UserDto } from '#libs/contracts';
import { LoadingRows } from '../../ui/loading-rows';
import { ErrorState } from '../../ui/states';
import { usersText } from './texts';
import { userQueryOptions } from './users';
import { UsersTable } from './users-table';

/** A person's account, whose status can be changed in place; `children` add the data of other features. */
export function Person({ id, children }: { id: string; children: (user: UserDto) => ReactNode }) {
  const query = useQuery(userQueryOptions(id));
  if (query.isPending) return <LoadingRows rows={3} />;
  if (query.data === undefined) {
    return <ErrorState query={query} title={usersText.personFailed} />;
  }
  return (
    <div className="grid gap-8">
      <UsersTable users={[query.data]} />
      {children(query.data)}
    </div>
  );
}
