import { useQuery } from '@tanstack/react-query';
import type { AccountSession } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { formatDate } from '../../../lib/text/format';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { LoadingRows } from '../../../ui/skeleton';
import { ErrorState, errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { securityText as text } from '../texts';
import { deviceName } from './device-name';
import { sessionsQueryOptions, useEndSessions } from './sessions';

/** The account's sessions, this device first, with buttons to end them. */
export function SessionsList() {
  const query = useQuery(sessionsQueryOptions());
  const online = useOnline();
  const toast = useToast();
  const ending = useEndSessions();
  const { data } = query;
  if (data === undefined) {
    if (query.isPending) return <LoadingRows rows={2} height="h-16" />;
    return <ErrorState query={query} title={text.sessionsFailed} />;
  }

  const end = (which: { _id: string } | 'others') =>
    ending.mutate(which, {
      onSuccess: () => toast({ title: which === 'others' ? text.endedOthers : text.ended }),
      onError: (error) =>
        toast({ tone: 'error', title: text.endFailed, description: errorMessage(error) }),
    });
  const blocked = online ? null : text.offline;
  const others = data.sessions.filter(({ current }) => !current);
  const older = data.total - data.sessions.length;
  return (
    <>
      <ul className="grid gap-3">
        {[...data.sessions.filter(({ current }) => current), ...others].map((session) => (
          <li key={session._id}>
            <Session
              session={session}
              blocked={blocked}
              busy={
                ending.isPending &&
                ending.variables !== 'others' &&
                ending.variables._id === session._id
              }
              onEnd={() => end({ _id: session._id })}
            />
          </li>
        ))}
      </ul>
      {older > 0 && <p className="mt-3 text-ink-soft">{text.more(older)}</p>}
      {others.length > 0 && (
        <div className="mt-4 grid justify-items-start gap-2">
          <Button
            tone="outline"
            disabledReason={blocked}
            busy={ending.isPending && ending.variables === 'others'}
            onClick={() => end('others')}
          >
            {text.endOthers}
          </Button>
          <p className="text-sm text-ink-soft">{text.delay}</p>
        </div>
      )}
    </>
  );
}

function Session({
  session: { current, userAgent, address, signedInAt, usedAt },
  blocked,
  busy,
  onEnd,
}: {
  session: AccountSession;
  blocked: string | null;
  busy: boolean;
  onEnd: () => void;
}) {
  const device = deviceName(userAgent);
  const since = formatDate(signedInAt);
  const facts = [
    text.since(since),
    ...(formatDate(usedAt) === since ? [] : [text.used(formatDate(usedAt))]),
    ...(address === null ? [] : [text.from(address)]),
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-rule px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {current && <Badge tone="leaf">{text.here}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">{facts.join(', ')}</p>
      </div>
      {!current && (
        <Button
          tone="ghost"
          size="sm"
          aria-label={text.endNamed(device, since)}
          disabledReason={blocked}
          busy={busy}
          onClick={onEnd}
        >
          {text.end}
        </Button>
      )}
    </div>
  );
}
