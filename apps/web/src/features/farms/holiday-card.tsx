import { Palmtree } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  addDays,
  dayOf,
  daySchema,
  HOLIDAY_MAX_DAYS,
  MAX_LENGTH,
  type OwnFarmDto,
  startOfDay,
  textSchema,
} from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { serverNow } from '../../lib/api/server-clock';
import { useOnline } from '../../lib/browser/device';
import { FormError, useForm } from '../../lib/forms/use-form';
import { formatDateTime, marketZone } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, SectionTitle } from '../../ui/card';
import { DateInput } from '../../ui/date-input';
import { Field, Form, Textarea } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { useOrdersFate } from '../../ui/orders-fate';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useEndHoliday, useStartHoliday } from './own-farm';
import { ownFarmText } from './own-farm-texts';

const text = ownFarmText.holiday;

/** Starts and ends the farm's holiday. */
export function HolidayCard({ farm }: { farm: OwnFarmDto }) {
  return (
    <Card as="section" aria-labelledby="holiday-title">
      <SectionTitle
        id="holiday-title"
        aside={
          <Badge tone={farm.holiday === null ? 'leaf' : 'butter'}>
            {farm.holiday === null ? text.open : text.closed}
          </Badge>
        }
      >
        {text.title}
      </SectionTitle>
      {farm.holiday === null ? <StartForm farm={farm} /> : <CurrentHoliday farm={farm} />}
    </Card>
  );
}

function CurrentHoliday({ farm }: { farm: OwnFarmDto }) {
  const online = useOnline();
  const toast = useToast();
  const end = useEndHoliday();
  if (farm.holiday === null) return null;
  const { until, message } = farm.holiday;
  return (
    <div className="grid gap-4">
      <p className="flex items-start gap-3 rounded-md bg-butter-tint p-4 text-butter-ink">
        <Icon of={Palmtree} className="mt-0.5" />
        <span>
          <strong>{text.until(formatDateTime(until))}</strong>
          {message !== null && <span className="mt-1 block italic">{text.said(message)}</span>}
        </span>
      </p>
      <p>
        <Button
          tone="leaf"
          busy={end.isPending}
          disabledReason={online ? null : ownFarmText.offline}
          onClick={() =>
            end.mutate(undefined, {
              onSuccess: () => toast({ title: text.ended }),
              onError: (error) =>
                toast({ tone: 'error', title: text.failed, description: errorMessage(error) }),
            })
          }
        >
          {text.end}
        </Button>
      </p>
    </div>
  );
}

/** The calendar day in the market's zone that is `days` days from now, for a date field: `2026-11-20`. */
const dayIn = (days: number) => addDays(dayOf(serverNow(), marketZone()), days);

const startSchema = z.object({
  until: daySchema,
  message: textSchema(MAX_LENGTH.holidayMessage, { lines: true, empty: true }),
});

function StartForm({ farm }: { farm: OwnFarmDto }) {
  const online = useOnline();
  const toast = useToast();
  const start = useStartHoliday();
  const fate = useOrdersFate();
  const [revision, setRevision] = useState(0);
  const form = useForm({
    schema: startSchema,
    messages: { until: text.wrongDay },
    onSubmit: async ({ until, message }) => {
      const holiday = {
        version: farm.version,
        until: startOfDay(until, marketZone()),
        message: message || null,
      };
      try {
        const started = await fate.ask((decided) =>
          start.mutateAsync({ ...holiday, fate: decided }),
        );
        if (started === null) throw new FormError({ '': text.undecided });
      } catch (error) {
        if (errorCode(error) !== 'VERSION_CONFLICT') throw error;
        throw new FormError({ '': ownFarmText.conflict });
      }
      toast({ title: text.started });
      setRevision((now) => now + 1);
    },
  });
  return (
    <>
      <Form
        key={revision}
        form={form}
        labels={{ until: text.reopens, message: text.message }}
        aria-labelledby="holiday-title"
      >
        <p className="text-ink-soft">{text.hint}</p>
        <Field name="until" label={text.reopens} hint={text.reopensHint} className="sm:max-w-64">
          <DateInput type="date" min={dayIn(1)} max={dayIn(HOLIDAY_MAX_DAYS - 1)} required />
        </Field>
        <Field name="message" label={text.message} hint={text.messageHint} optional>
          <Textarea rows={2} maxLength={MAX_LENGTH.holidayMessage} />
        </Field>
        <div>
          <Button
            type="submit"
            tone="outline"
            busy={form.busy}
            disabledReason={online ? null : ownFarmText.offline}
          >
            {text.start}
          </Button>
        </div>
      </Form>
      {fate.dialog}
    </>
  );
}
