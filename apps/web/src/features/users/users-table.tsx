import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { type UserDto, type UserStatus, userStatusSchema } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { decisionConflict } from '../../lib/api/decision-conflict';
import { useOnline } from '../../lib/browser/device';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { formatDate } from '../../lib/text/format';
import { RoleBadge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { type Question, ReasonDialog } from '../../ui/reason-form';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { statusText } from '../../ui/texts';
import { useToast } from '../../ui/toast';
import { StatusSelect } from './status-select';
import { usersText } from './texts';
import { useChangeUserStatus, userQueryOptions } from './users';

/** A status that an admin is about to set. */
interface StatusChange {
  /** The user's version when the dialog opened. */
  readonly seen: number;
  /** The user as the dialog shows it. */
  readonly user: UserDto;
  readonly status: UserStatus;
}

/** The users; their status is changed in place, with a reason. */
export function UsersTable({ users }: { users: readonly UserDto[] }) {
  const { user: self } = useSession();
  const online = useOnline();
  const toast = useToast();
  const change = useChangeUserStatus();
  const [openChange, setOpenChange] = useState<StatusChange | null>(null);
  const [inFlight, setInFlight] = useState<ReadonlyMap<string, UserStatus>>(new Map());

  // the newest known version of the dialog's user
  const listed = users.find(({ _id }) => _id === openChange?.user._id);
  const shown =
    openChange && listed && listed.version > openChange.user.version
      ? { ...openChange, user: listed }
      : openChange;
  const save = ({ seen, user, status }: StatusChange, reason: string): Promise<void> => {
    setInFlight((now) => new Map(now).set(user._id, status));
    return change
      .mutateAsync({ user, status, reason })
      .then(() => {
        toast({ title: usersText.success, description: usersText.updated });
        setOpenChange(null);
      })
      .catch((error: unknown) => {
        const stored = decisionConflict(error);
        const storedStatus = userStatusSchema.safeParse(stored?.status).data;
        if (stored && storedStatus) {
          const stale = { ...user, version: stored.version, status: storedStatus };
          setOpenChange({ seen, user: stale, status });
          return;
        }
        setOpenChange(null);
        toast({
          tone: 'error',
          title: usersText.error,
          description: <UpdateError error={error} />,
        });
      })
      .finally(() =>
        setInFlight((now) => {
          const next = new Map(now);
          next.delete(user._id);
          return next;
        }),
      );
  };
  const blocked = (user: UserDto) => {
    if (user._id === self?._id) return usersText.yourself;
    return online ? null : usersText.offline;
  };

  const columns: Column<UserDto>[] = [
    {
      key: 'name',
      header: usersText.name,
      primary: true,
      cell: (user) => (
        <span className="inline-block sm:min-w-28">
          <Link
            to={paths.person(user._id)}
            className="inline-flex min-h-11 items-center underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
          >
            {user.name || user.email}
          </Link>
          {user._id === self?._id && (
            <span className="font-normal text-ink-soft"> ({usersText.you})</span>
          )}
        </span>
      ),
    },
    {
      key: 'email',
      header: usersText.email,
      cell: (user) => <Email address={user.email} />,
    },
    { key: 'role', header: usersText.role, cell: (user) => <RoleBadge role={user.role} /> },
    {
      key: 'joined',
      header: usersText.joined,
      cell: (user) => <time dateTime={user.createdAt}>{formatDate(user.createdAt)}</time>,
    },
    {
      key: 'status',
      header: usersText.status,
      cell: (user) => (
        <StatusSelect
          user={user}
          pendingStatus={inFlight.get(user._id)}
          disabledReason={blocked(user)}
          onChoose={(status) => setOpenChange({ seen: user.version, user, status })}
        />
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption={usersText.caption}
        columns={columns}
        rows={users}
        rowKey={(user) => user._id}
      />
      <ReasonDialog
        question={shown === null ? null : questionOf(shown)}
        onClose={() => setOpenChange(null)}
        onConfirm={(reason) => (shown === null ? undefined : save(shown, reason))}
      />
    </>
  );
}

/** An e-mail address that preferably wraps after its @. */
function Email({ address }: { address: string }) {
  const at = address.indexOf('@') + 1;
  return (
    <span className="inline-block sm:min-w-44">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}

/** Asks for the reason, and explains the new status. */
function questionOf({ seen, user, status }: StatusChange): Question {
  return {
    notice:
      user.version === seen
        ? null
        : usersText.changedMeanwhile(statusText[user.status], statusText[status]),
    title: usersText.statusTitle[status](user.name),
    body: usersText.statusBody[status],
    hint: usersText.reasonHint,
    required: true,
    confirm: usersText.confirm[status],
    cancel: usersText.keep,
  };
}

/** The specified text, with the reason if it is known. */
function UpdateError({ error }: { error: unknown }) {
  const code = errorCode(error);
  return (
    <>
      <span className="block">{usersText.updateFailed}</span>
      {code === 'USER_LAST_ADMIN' && <span className="block">{usersText.lastAdmin}</span>}
      {code === 'USER_SELF_PROTECTED' && <span className="block">{usersText.yourself}</span>}
    </>
  );
}

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
