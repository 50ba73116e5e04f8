import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import {
  BOOKS_KEPT_YEARS,
  type DeletionBlocker,
  type DeletionCheck,
  deleteAccountSchema,
  deletionCheckSchema,
} from '#libs/contracts';
import { ApiError, errorCode, request } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { paths } from '../../../lib/paths';
import { type SessionUser, useSession } from '../../../lib/session/session';
import { demoAccount } from '../../../lib/session/session-api';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field, Form, FormActions, Input } from '../../../ui/form';
import { LoadingRows } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { ownDataText as text } from '../texts';

const PATH = '/users/me/deletion';

/** Where a person ends what stands in the way; the market ends the others. */
const links: Partial<Record<DeletionBlocker, string>> = {
  orders: `${paths.dashboardOf('customer')}/orders`,
  farmOrders: paths.farmOrders('all'),
  balance: `${paths.dashboardOf('farmer')}/money`,
  team: `${paths.dashboardOf('farmer')}/team`,
};
const linkOf = (kind: DeletionBlocker, { role }: SessionUser): string | undefined =>
  kind === 'problems' && role === 'farmer'
    ? `${paths.dashboardOf('farmer')}/problems`
    : links[kind];

/** Deletes the account, after what stands in the way has ended, and the person has typed their address. */
export function DeleteAccount({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useState(false);
  const online = useOnline();
  const isShared = demoAccount.read() !== null;
  return (
    <section aria-labelledby="delete-title" className="mt-8">
      <h3 id="delete-title" className="text-xl">
        {text.deleteTitle}
      </h3>
      <p className="mt-1 mb-3 text-ink-soft">{isShared ? text.shared : text.deleteHint}</p>
      {!isShared && (
        <Button
          tone="outline"
          size="sm"
          disabledReason={online ? null : text.offline}
          onClick={() => setOpen(true)}
        >
          {text.open}
        </Button>
      )}
      <Dialog sheet open={isOpen} onClose={() => setOpen(false)} title={text.deleteTitle}>
        {isOpen && <Deletion user={user} onClose={() => setOpen(false)} />}
      </Dialog>
    </section>
  );
}

function Deletion({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  // asked each time: an order may have ended meanwhile
  const query = useQuery({
    queryKey: ['account-deletion'],
    queryFn: () => request(deletionCheckSchema, PATH),
    staleTime: 0,
    gcTime: 0,
  });
  if (query.data !== undefined && query.data.blockers.length > 0)
    return <Blockers user={user} blockers={query.data.blockers} />;
  if (query.data !== undefined)
    return <Confirmation user={user} onClose={onClose} onBlocked={() => void query.refetch()} />;
  if (query.isPending) return <LoadingRows rows={3} height="h-10" />;
  return <ErrorState query={query} title={text.checkFailed} />;
}

function Blockers({ user, blockers }: { user: SessionUser } & DeletionCheck) {
  return (
    <>
      <p className="font-semibold">{text.blockedLead}</p>
      <ul className="mt-3 grid list-disc gap-2 pl-5">
        {blockers.map(({ kind, count }) => {
          const to = linkOf(kind, user);
          return (
            <li key={kind}>
              {text.blocked[kind](count)}
              {to !== undefined && (
                <>
                  {' '}
                  <Link className="underline" to={to}>
                    {text.see}
                  </Link>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Confirmation({
  user,
  onClose,
  onBlocked,
}: {
  user: SessionUser;
  onClose: () => void;
  onBlocked: () => void;
}) {
  const { signOut } = useSession();
  const form = useForm({
    schema: deleteAccountSchema,
    messages: { email: text.confirmMissing },
    onSubmit: async (body) => {
      if (body.email !== user.email) throw new FormError({ email: text.confirmMissing });
      try {
        await request(z.undefined(), PATH, { method: 'POST', body });
      } catch (error) {
        if (errorCode(error) !== 'ACCOUNT_NOT_DELETABLE') throw error;
        onBlocked();
        throw new FormError({ '': error instanceof ApiError ? error.problem.message : '' });
      }
      await signOut('deleted');
    },
  });
  return (
    <Form form={form} labels={{ email: text.confirmEmail }} aria-label={text.deleteTitle}>
      <p>{text.goes}</p>
      {user.ownRole === 'farmer' && <p>{text.goesFarm}</p>}
      <p>{text.stays(BOOKS_KEPT_YEARS)}</p>
      <p>{text.lost}</p>
      <p className="text-ink-soft">{text.backups}</p>
      <Field name="email" label={text.confirmEmail} hint={text.confirmHint(user.email)}>
        <Input type="email" autoComplete="off" required />
      </Field>
      <FormActions cancel={text.keep} onCancel={onClose} send={text.confirm} />
    </Form>
  );
}
