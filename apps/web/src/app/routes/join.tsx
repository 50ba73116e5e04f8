import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { invitationQueryOptions, useAccept } from '../../features/team/team';
import { teamText, joinText as text } from '../../features/team/texts';
import { sessionStore, storageKeys } from '../../lib/browser/storage';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { LoadingRows } from '../../ui/skeleton';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { OutcomePage, useLinkSecret } from './mailed-link';

/**
 * The secret of the link. While its holder signs in it waits in this tab, and not in the path to return to, which a
 * hosted sign-in passes on in addresses.
 */
function useInvitationToken(): string {
  const opened = useLinkSecret();
  const [kept] = useState(() => sessionStore.get(storageKeys.invitation) ?? '');
  return opened || kept;
}

/** `/join#…`: the target of an invitation's link. */
export function Component() {
  const token = useInvitationToken();
  return (
    <OutcomePage title={text.title} lead={token === '' ? text.noLink : ''}>
      {token !== '' && <Invitation token={token} />}
    </OutcomePage>
  );
}

function Invitation({ token }: { token: string }) {
  const { status, user } = useSession();
  const query = useQuery(invitationQueryOptions(token));
  const accepting = useAccept();
  const navigate = useNavigate();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  if (query.isPending || status === 'loading') return <LoadingRows rows={2} height="h-16" />;
  if (query.data === undefined)
    return (
      <p role="alert" className="font-semibold">
        {errorMessage(query.error, text.bad)}
      </p>
    );
  const { farmName, role, by } = query.data;
  const join = () =>
    accepting.mutate(token, {
      onSuccess: () => {
        sessionStore.remove(storageKeys.invitation);
        toast({ title: text.joined(farmName) });
        void navigate(paths.dashboard);
      },
      onError: (error) => setProblem(errorMessage(error, text.failed)),
    });
  return (
    <Card className="grid gap-4">
      <p className="text-lg break-words">{text.asked(by, farmName)}</p>
      <div>
        <p className="font-semibold">{text.as(teamText.roles[role])}</p>
        <p className="text-ink-soft">{teamText.roleHints[role]}</p>
      </div>
      {problem !== null && (
        <p role="alert" className="font-semibold text-tomato-ink">
          {problem}
        </p>
      )}
      {user === null && (
        <>
          <p className="text-sm text-ink-soft">{text.signInHint}</p>
          <div>
            <LinkButton
              to={paths.auth}
              state={{ next: paths.join }}
              onClick={() => sessionStore.set(storageKeys.invitation, token)}
              size="lg"
            >
              {text.signIn}
            </LinkButton>
          </div>
        </>
      )}
      {user?.role === 'admin' && <p>{text.admin}</p>}
      {user !== null && user.role !== 'admin' && (
        <div>
          <Button size="lg" busy={accepting.isPending} onClick={join}>
            {text.accept}
          </Button>
        </div>
      )}
    </Card>
  );
}
