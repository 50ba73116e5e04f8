import { useState } from 'react';
import { dayOf, type ScheduleDto } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { serverNow } from '../../lib/api/server-clock';
import { useOnline } from '../../lib/browser/device';
import { FormError, useForm } from '../../lib/forms/use-form';
import { marketZone } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Card, SectionTitle } from '../../ui/card';
import { Form } from '../../ui/form';
import { useOrdersFate } from '../../ui/orders-fate';
import { useToast } from '../../ui/toast';
import { useSaveSchedule } from './days';
import { Preview } from './preview';
import { ruleText } from './rule-text';
import {
  completeRule,
  draftOf,
  emptyDraft,
  type ScheduleDraft,
  schemaOf,
  twinOf,
} from './schedule-draft';
import { ScheduleFields } from './schedule-fields';
import { daysText as text } from './texts';

const labels = {
  weekdays: text.days,
  'window.from': text.opens,
  'window.to': text.closes,
  place: text.place,
  areas: text.areas,
  'cutOff.time': text.lastOrder,
  capacity: text.capacity,
  name: text.name,
  from: text.from,
  until: text.until,
};

/** Adds or edits a schedule, beside the dates that follow from it. */
export function ScheduleForm({
  schedule,
  removed,
  others,
  pickupPlace,
  onDone,
}: {
  /** Null for a new one. */
  schedule: ScheduleDto | null;
  /** Whether it was removed elsewhere since; saving adds it again. */
  removed: boolean;
  others: readonly ScheduleDto[];
  /** The farm's own, for a new schedule. */
  pickupPlace: string;
  onDone: () => void;
}) {
  const [base, setBase] = useState(schedule);
  const [draft, setDraft] = useState(() =>
    schedule === null
      ? emptyDraft(pickupPlace, dayOf(serverNow(), marketZone()))
      : draftOf(schedule, pickupPlace),
  );
  const online = useOnline();
  const toast = useToast();
  const save = useSaveSchedule();
  const fate = useOrdersFate();
  const form = useForm({
    schema: schemaOf(draft),
    messages: { weekdays: text.daysMissing },
    onSubmit: async (rule) => {
      try {
        const saved = await fate.ask((decided) =>
          save.mutateAsync(
            base === null || removed
              ? { add: rule }
              : { id: base._id, update: { ...rule, version: base.version, fate: decided } },
          ),
        );
        if (saved === null) throw new FormError({ '': text.notSaved });
      } catch (error) {
        if (errorCode(error) !== 'VERSION_CONFLICT') throw error;
        throw new FormError({ '': text.conflict });
      }
      toast({ title: text.saved });
      onDone();
    },
  });
  const takeTheirs = (theirs: ScheduleDto) => {
    setBase(theirs);
    setDraft(draftOf(theirs, pickupPlace));
  };
  const newer =
    schedule !== null && base !== null && schedule.version > base.version && !form.busy
      ? schedule
      : null;
  if (newer !== null && !form.dirty) takeTheirs(newer);
  const twin = twinOf(draft, others);
  const title = base === null ? text.newTitle : text.editTitle(base.name);
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[8fr_5fr]">
      <Card as="section" aria-labelledby="schedule-title">
        <SectionTitle id="schedule-title">{title}</SectionTitle>
        <Form form={form} labels={labels} guard aria-labelledby="schedule-title">
          {removed && (
            <p role="alert" className="rounded-md bg-butter-tint p-4 text-butter-ink">
              {text.removedElsewhere}
            </p>
          )}
          {newer !== null && (
            <Elsewhere
              theirs={newer}
              draft={draft}
              onTake={() => takeTheirs(newer)}
              onKeep={() => setBase(newer)}
            />
          )}
          <ScheduleFields
            draft={draft}
            form={form}
            onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
          />
          {twin !== undefined && (
            <p role="status" className="rounded-md bg-butter-tint p-4 text-butter-ink">
              {text.sameWindow(twin.name)}
            </p>
          )}
          <div className="flex flex-wrap gap-3 border-t border-rule pt-5">
            <Button type="submit" busy={form.busy} disabledReason={online ? null : text.offline}>
              {text.save}
            </Button>
            <Button tone="outline" onClick={onDone}>
              {text.cancel}
            </Button>
          </div>
        </Form>
        {fate.dialog}
      </Card>
      <Preview draft={draft} />
    </div>
  );
}

/** What a schedule says since somebody else changed it, and what is typed here. */
function Elsewhere({
  theirs,
  draft,
  onTake,
  onKeep,
}: {
  theirs: ScheduleDto;
  draft: ScheduleDraft;
  onTake: () => void;
  onKeep: () => void;
}) {
  const mine = completeRule(draft);
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-lg border-2 border-butter-ink bg-butter-tint p-4 text-butter-ink"
    >
      <p className="font-semibold">{text.changedTitle}</p>
      <dl className="grid gap-1">
        <dt className="font-semibold">{text.nowIs}</dt>
        <dd>{ruleText(theirs)}</dd>
        <dt className="font-semibold">{text.yours}</dt>
        <dd>{mine === null ? text.unfinished : ruleText(mine)}</dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button tone="outline" size="sm" onClick={onTake}>
          {text.takeTheirs}
        </Button>
        <Button tone="outline" size="sm" onClick={onKeep}>
          {text.keepMine}
        </Button>
      </div>
    </div>
  );
}
