import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import type { PushDto, PushKind } from '#libs/contracts';
import { useSettings } from '../../../lib/api/public-data';
import { useOnline } from '../../../lib/browser/device';
import { pushSupport } from '../../../lib/push/push-device';
import { type SessionUser, useSession } from '../../../lib/session/session';
import { formatDate } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { Card, SectionTitle } from '../../../ui/card';
import { Checkbox } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { LoadingRows } from '../../../ui/skeleton';
import { ErrorState, errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { kindsOf, pushQueryOptions, useThisDevice, useTurnOff, useTurnOn } from './push';
import { QuietHoursForm } from './quiet-hours-form';
import { pushText as text } from './texts';

/** What this device tells its person, their other devices, and when all are quiet; nothing where the shop sends none. */
export function PushSettings() {
  const { user } = useSession();
  const isOffered = useSettings()?.push;
  if (!isOffered || user === null || kindsOf(user).length === 0) return null;
  return (
    <Card as="section" aria-labelledby="push-title">
      <SectionTitle id="push-title">{text.title}</SectionTitle>
      <p className="mb-4 max-w-prose text-ink-soft">{text.lead}</p>
      <Devices user={user} />
    </Card>
  );
}

function Devices({ user }: { user: SessionUser }) {
  const query = useQuery(pushQueryOptions());
  const own = useThisDevice();
  if (query.data === undefined || own === undefined) {
    if (query.isPending || !query.isError) return <LoadingRows rows={1} height="h-11" />;
    return <ErrorState query={query} title={text.loadFailed} />;
  }
  const others = query.data.devices.filter((device) => device !== own);
  return (
    <div className="grid gap-6">
      {own === null ? <TurnOn kinds={kindsOf(user)} /> : <ThisDevice own={own} user={user} />}
      {others.length > 0 && <OtherDevices devices={others} />}
      {query.data.devices.length > 0 && (
        <QuietHoursForm key={JSON.stringify(query.data.quiet)} quiet={query.data.quiet} />
      )}
    </div>
  );
}

/** Reports what a mutation could not do. */
function useFailure() {
  const toast = useToast();
  return (error: unknown) =>
    toast({ tone: 'error', title: text.failed, description: errorMessage(error) });
}

/** Asks for permission only when it is pressed: a browser that was refused once does not ask again. */
export function TurnOnButton({
  kinds,
  onAnswer,
}: {
  kinds: readonly PushKind[];
  /** Called once the person has answered their browser. */
  onAnswer?: () => void;
}) {
  const turningOn = useTurnOn();
  const toast = useToast();
  const onError = useFailure();
  const blocked = useOnline() ? null : text.offline;
  return (
    <Button
      busy={turningOn.isPending}
      disabledReason={blocked}
      icon={<Icon of={Bell} size={18} />}
      onClick={() =>
        turningOn.mutate(kinds, {
          onError,
          onSettled: onAnswer,
          onSuccess: (isOn) =>
            toast(isOn ? { title: text.on } : { tone: 'error', title: text.notPermitted }),
        })
      }
    >
      {text.turnOn}
    </Button>
  );
}

function TurnOn({ kinds }: { kinds: readonly PushKind[] }) {
  const [support, setSupport] = useState(pushSupport);
  if (support === 'no') return <p>{text.no}</p>;
  if (support === 'needs-install') return <p className="max-w-prose">{text.needsInstall}</p>;
  if (support === 'blocked') return <p className="max-w-prose">{text.blocked}</p>;
  return (
    <div>
      <TurnOnButton kinds={kinds} onAnswer={() => setSupport(pushSupport())} />
    </div>
  );
}

function ThisDevice({ own, user }: { own: PushDto['devices'][number]; user: SessionUser }) {
  const changing = useTurnOn();
  const turningOff = useTurnOff();
  const toast = useToast();
  const onError = useFailure();
  const blocked = useOnline() ? null : text.offline;
  const busy = changing.isPending || turningOff.isPending;
  const [chosen, setChosen] = useState<readonly PushKind[]>(own.kinds);
  const choose = (kind: PushKind, isWanted: boolean) => {
    const next = isWanted ? [...chosen, kind] : chosen.filter((one) => one !== kind);
    setChosen(next);
    changing.mutate(next, {
      onError: (error) => {
        setChosen(own.kinds);
        onError(error);
      },
    });
  };
  return (
    <div>
      <fieldset>
        <legend className="font-semibold">{text.isOn}</legend>
        {kindsOf(user).map((kind) => (
          <Checkbox
            key={kind}
            label={text.kinds[kind]}
            checked={chosen.includes(kind)}
            // a device without any is turned off
            disabled={busy || blocked !== null || (chosen.length === 1 && chosen[0] === kind)}
            onChange={({ target }) => choose(kind, target.checked)}
          />
        ))}
      </fieldset>
      <div className="mt-3">
        <Button
          tone="outline"
          busy={turningOff.isPending}
          disabledReason={blocked}
          onClick={() =>
            turningOff.mutate(
              { id: own._id, isThis: true },
              { onError, onSuccess: () => toast({ title: text.off }) },
            )
          }
        >
          {text.turnOff}
        </Button>
      </div>
    </div>
  );
}

function OtherDevices({ devices }: Pick<PushDto, 'devices'>) {
  const removing = useTurnOff();
  const onError = useFailure();
  const blocked = useOnline() ? null : text.offline;
  return (
    <div>
      <h3 className="font-semibold">{text.others}</h3>
      <ul>
        {devices.map(({ _id, name, since }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-2 py-1">
            <span>
              {name} <span className="text-sm text-ink-soft">{text.since(formatDate(since))}</span>
            </span>
            <Button
              tone="ghost"
              size="sm"
              aria-label={text.removeDevice(name)}
              busy={removing.isPending && removing.variables.id === _id}
              disabledReason={blocked}
              onClick={() => removing.mutate({ id: _id, isThis: false }, { onError })}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
