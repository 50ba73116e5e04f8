import { useState } from 'react';
import type { ScheduleDto } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { useOnline } from '../../lib/browser/device';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Dialog } from '../../ui/dialog';
import { useOrdersFate } from '../../ui/orders-fate';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useRemoveSchedule } from './days';
import { ruleText } from './rule-text';
import { daysText as text } from './texts';

/** The farm's schedules, each in a sentence. */
export function ScheduleList({ schedules }: { schedules: readonly ScheduleDto[] }) {
  const [removing, setRemoving] = useState<ScheduleDto | null>(null);
  const online = useOnline();
  const offline = online ? null : text.offline;
  const toast = useToast();
  const remove = useRemoveSchedule();
  const fate = useOrdersFate();
  const confirm = async (schedule: ScheduleDto) => {
    setRemoving(null);
    try {
      const left = await fate.ask((decided) => remove.mutateAsync({ schedule, fate: decided }));
      if (left !== null) toast({ title: text.removed });
    } catch (error) {
      const isOld = errorCode(error) === 'VERSION_CONFLICT';
      const description = isOld ? text.conflict : errorMessage(error);
      toast({ tone: 'error', title: text.notDone, description });
    }
  };
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {schedules.map((schedule) => (
          <li key={schedule._id} className="grid">
            <Card compact className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
              <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
                <h3 className="text-xl">{schedule.name}</h3>
                <p>{ruleText(schedule)}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <LinkButton
                  tone="outline"
                  size="sm"
                  to={`?edit=${schedule._id}`}
                  aria-label={text.for(text.edit, schedule.name)}
                >
                  {text.edit}
                </LinkButton>
                <Button
                  tone="ghost"
                  size="sm"
                  disabledReason={offline}
                  aria-label={text.for(text.remove, schedule.name)}
                  onClick={() => setRemoving(schedule)}
                >
                  {text.remove}
                </Button>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      <Dialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={removing === null ? '' : text.removeTitle(removing.name)}
        actions={
          <>
            <Button tone="ghost" onClick={() => setRemoving(null)}>
              {text.keep}
            </Button>
            <Button tone="danger" onClick={() => removing !== null && void confirm(removing)}>
              {text.remove}
            </Button>
          </>
        }
      >
        <p>{text.removeBody}</p>
      </Dialog>
      {fate.dialog}
    </>
  );
}
