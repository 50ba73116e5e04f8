import { BadgeCheck, CircleX, Hourglass, type LucideIcon, Sprout } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { OwnFarmDto } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { formatDate } from '../../lib/text/format';
import { Button, LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useAnnounce } from '../../ui/live-announcer';
import { errorMessage } from '../../ui/states';
import { StatusPill } from '../../ui/status-pill';
import { useToast } from '../../ui/toast';
import { type FarmState, missingFields, stateOf, useApply } from './own-farm';
import { ownFarmText } from './own-farm-texts';

const styles: Record<FarmState, { icon: LucideIcon; className: string }> = {
  draft: { icon: Sprout, className: 'border-rule bg-paper' },
  pending: { icon: Hourglass, className: 'border-butter-ink bg-butter-tint' },
  approved: { icon: BadgeCheck, className: 'border-leaf-ink bg-leaf-tint' },
  refused: { icon: CircleX, className: 'border-tomato-ink bg-tomato-tint' },
};

/** The state of the farm's application, the missing fields, and the button to apply. */
export function ApplicationCard({ farm }: { farm: OwnFarmDto }) {
  const state = stateOf(farm);
  const { icon, className } = styles[state];
  const { title, text } = ownFarmText.states[state];
  useStateAnnouncements(title);
  return (
    <section
      aria-labelledby="application-title"
      className={cx('rounded-lg border-2 p-5 sm:p-6', className)}
    >
      <p className="eyebrow mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {ownFarmText.application}
        {state !== 'draft' && <StatusPill status={farm.status} />}
      </p>
      <div className="flex items-start gap-4">
        <Icon of={icon} size={34} className="mt-1 hidden xs:block" />
        <div className="grid min-w-0 gap-3">
          <h2 id="application-title" className="text-2xl sm:text-3xl">
            {title}
          </h2>
          <p>{text}</p>
          {farm.appliedAt !== null && state !== 'approved' && (
            <p className="text-sm">
              <time dateTime={farm.appliedAt}>
                {ownFarmText.appliedOn(formatDate(farm.appliedAt))}
              </time>
            </p>
          )}
          {farm.decisionReason !== null && (
            <figure>
              <figcaption className="text-sm font-semibold">{ownFarmText.reason}</figcaption>
              <blockquote className="mt-1 border-l-4 border-current pl-3 font-quote text-lg italic">
                {farm.decisionReason}
              </blockquote>
            </figure>
          )}
          {(state === 'draft' || state === 'refused') && <Apply farm={farm} state={state} />}
          {state === 'approved' && (
            <p>
              <LinkButton to={paths.farm(farm.slug)} tone="leaf" size="sm">
                {ownFarmText.seePage}
              </LinkButton>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function Apply({ farm, state }: { farm: OwnFarmDto; state: FarmState }) {
  const online = useOnline();
  const toast = useToast();
  const apply = useApply();
  const missing = missingFields(farm);
  const blocked = missing.length > 0 ? ownFarmText.incomplete : null;
  return (
    <>
      {missing.length === 0 ? (
        <p className="font-semibold">{ownFarmText.nothingMissing}</p>
      ) : (
        <div>
          <p className="font-semibold">{ownFarmText.missingTitle}</p>
          <ul className="mt-1 list-disc pl-5">
            {missing.map((field) => (
              <li key={field}>{ownFarmText.missing[field]}</li>
            ))}
          </ul>
        </div>
      )}
      <p>
        <Button
          busy={apply.isPending}
          disabledReason={online ? blocked : ownFarmText.offline}
          onClick={() =>
            apply.mutate(undefined, {
              onSuccess: () =>
                toast({ title: ownFarmText.applied, description: ownFarmText.appliedText }),
              onError: (error) =>
                toast({
                  tone: 'error',
                  title: ownFarmText.applyFailed,
                  description: errorMessage(error),
                }),
            })
          }
        >
          {state === 'refused' ? ownFarmText.applyAgain : ownFarmText.apply}
        </Button>
      </p>
    </>
  );
}

/** Announces an admin's decision to screen readers. */
function useStateAnnouncements(title: string): void {
  const announce = useAnnounce('farm');
  const before = useRef(title);
  useEffect(() => {
    if (before.current !== title) announce(ownFarmText.announce(title));
    before.current = title;
  }, [title, announce]);
}
