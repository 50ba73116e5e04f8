import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import {
  farmRoleSchema,
  type TeamDto,
  type TeamInvitation,
  type TeamMember,
} from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { useSession } from '../../lib/session/session';
import { formatDate } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Card, SectionTitle } from '../../ui/card';
import { Field, Select } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState, errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { ConfirmDialog } from './confirm-dialog';
import { InviteDialog, LinkDialog } from './invite-dialog';
import { teamQueryOptions, useCancel, useRemove, useResend, useSetRole } from './team';
import { teamText as text } from './texts';

/** Who works for the farm, and who is invited; for its owners. */
export function TeamScreen() {
  const query = useQuery(teamQueryOptions());
  if (query.isPending) return <LoadingRows rows={3} height="h-20" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  return <Team team={query.data} />;
}

interface ShownLink {
  readonly link: string;
  readonly email: string | null;
}

function Team({ team }: { team: TeamDto }) {
  const [isInviting, setIsInviting] = useState(false);
  const [shown, setShown] = useState<ShownLink | null>(null);
  const { members, invitations, version } = team;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <Card as="section" aria-labelledby="team-members">
        <SectionTitle id="team-members">{text.members}</SectionTitle>
        <ul className="grid gap-4">
          {members.map((member) => (
            <Member key={member.userId} member={member} version={version} />
          ))}
        </ul>
      </Card>
      <Card as="section" aria-labelledby="team-invitations">
        <SectionTitle id="team-invitations">{text.invitations}</SectionTitle>
        {invitations.length === 0 && <p className="mb-4 text-ink-soft">{text.noInvitations}</p>}
        <ul className="mb-4 grid gap-4 empty:hidden">
          {invitations.map((invitation) => (
            <Invitation
              key={invitation._id}
              invitation={invitation}
              version={version}
              onLink={setShown}
            />
          ))}
        </ul>
        <Button
          tone="leaf"
          icon={<Icon of={UserPlus} size={18} />}
          onClick={() => setIsInviting(true)}
        >
          {text.invite}
        </Button>
      </Card>
      {isInviting && (
        <InviteDialog
          version={version}
          onClose={() => setIsInviting(false)}
          onInvited={({ link }, email) => {
            setIsInviting(false);
            setShown({ link, email });
          }}
        />
      )}
      {shown !== null && <LinkDialog {...shown} onClose={() => setShown(null)} />}
    </div>
  );
}

function useChangeFailed() {
  const toast = useToast();
  return (error: unknown) =>
    toast({ tone: 'error', title: text.changeFailed, description: errorMessage(error) });
}

function Member({ member, version }: { member: TeamMember; version: number }) {
  const { userId: id, name, email, role, since, isFounder } = member;
  const { user } = useSession();
  const toast = useToast();
  const onError = useChangeFailed();
  const setting = useSetRole();
  const removing = useRemove();
  const [asks, setAsks] = useState(false);
  return (
    <li className="grid gap-2 border-b border-rule pb-4 last:border-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {name}
          {user?._id === id && <span className="text-ink-soft"> · {text.you}</span>}
        </p>
        <p className="text-sm break-all text-ink-soft">{email}</p>
        <p className="text-sm text-ink-soft">
          {isFounder ? text.founder : text.since(formatDate(since))}
        </p>
      </div>
      {isFounder ? (
        <p className="font-semibold">{text.roles[role]}</p>
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <Field name={`role-${id}`} label={text.roleOf(name)} className="min-w-32">
            <Select
              value={role}
              disabled={setting.isPending}
              onChange={(event) =>
                setting.mutate(
                  { id, version, role: farmRoleSchema.parse(event.target.value) },
                  { onError },
                )
              }
            >
              {farmRoleSchema.options.map((one) => (
                <option key={one} value={one}>
                  {text.roles[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Button tone="danger" aria-label={text.removeOf(name)} onClick={() => setAsks(true)}>
            {text.remove}
          </Button>
        </div>
      )}
      {asks && (
        <ConfirmDialog
          title={text.removeTitle(name)}
          body={text.removeBody}
          confirm={text.remove}
          keep={text.keep}
          busy={removing.isPending}
          onClose={() => setAsks(false)}
          onConfirm={() =>
            removing.mutate(
              { id, version },
              {
                onError,
                onSuccess: () => toast({ title: text.removed(name) }),
                onSettled: () => setAsks(false),
              },
            )
          }
        />
      )}
    </li>
  );
}

function Invitation({
  invitation: { _id: id, role, email, expiresAt },
  version,
  onLink,
}: {
  invitation: TeamInvitation;
  version: number;
  onLink: (shown: ShownLink) => void;
}) {
  const now = useNow();
  const toast = useToast();
  const onError = useChangeFailed();
  const resending = useResend();
  const cancelling = useCancel();
  const who = email ?? `${text.byLink}, ${text.roles[role]}`;
  return (
    <li className="grid gap-2 border-b border-rule pb-4">
      <div>
        <p className="font-semibold break-all">{email ?? text.byLink}</p>
        <p className="text-sm text-ink-soft">
          {text.roles[role]} ·{' '}
          {Date.parse(expiresAt) <= now ? text.expired : text.until(formatDate(expiresAt))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="outline"
          size="sm"
          busy={resending.isPending}
          aria-label={text.againOf(who)}
          onClick={() =>
            resending.mutate(
              { id, version },
              { onError, onSuccess: ({ link }) => onLink({ link, email }) },
            )
          }
        >
          {text.again}
        </Button>
        <Button
          tone="ghost"
          size="sm"
          busy={cancelling.isPending}
          aria-label={text.cancelOf(who)}
          onClick={() =>
            cancelling.mutate(
              { id, version },
              { onError, onSuccess: () => toast({ title: text.cancelled }) },
            )
          }
        >
          {text.cancel}
        </Button>
      </div>
    </li>
  );
}
