import type { ReactNode } from 'react';
import { MAX_CUT_OFF_DAYS, MAX_LENGTH } from '#libs/contracts';
import type { FormController } from '../../lib/forms/use-form';
import { weekdayName } from '../../lib/text/format';
import { Chip } from '../../ui/chip';
import { DateInput } from '../../ui/date-input';
import { Field, Input, Select } from '../../ui/form';
import { NumberInput } from '../../ui/number-input';
import { ExceptionsField } from './exceptions-field';
import { dayBefore, WEEKDAYS } from './rule-text';
import { ORDERS, type ScheduleDraft } from './schedule-draft';
import { daysText as text } from './texts';

/** The fields of a schedule, in the order in which a farmer says them. */
export function ScheduleFields({
  draft,
  form,
  onChange,
}: {
  draft: ScheduleDraft;
  form: FormController;
  onChange: (change: Partial<ScheduleDraft>) => void;
}) {
  const { method, weekdays, everyWeeks } = draft;
  const toggle = (day: number, isOn: boolean) =>
    onChange({ weekdays: isOn ? [...weekdays, day] : weekdays.filter((one) => one !== day) });
  return (
    <>
      <Chips legend={text.days} error={form.errors.weekdays}>
        {WEEKDAYS.map((day, at) => (
          <Chip
            key={day}
            id={at === 0 ? `${form.id}-weekdays` : undefined}
            type="checkbox"
            name="weekdays"
            label={weekdayName(day, 'short')}
            aria-label={weekdayName(day)}
            checked={weekdays.includes(day)}
            onChange={({ target }) => toggle(day, target.checked)}
          />
        ))}
      </Chips>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field name="window.from" label={text.opens}>
          <Input
            type="time"
            value={draft.opens}
            onChange={({ target }) => onChange({ opens: target.value })}
            required
          />
        </Field>
        <Field name="window.to" label={text.closes}>
          <Input
            type="time"
            value={draft.closes}
            onChange={({ target }) => onChange({ closes: target.value })}
            required
          />
        </Field>
        <Field name="everyWeeks" label={text.everyWeeks}>
          <Select
            value={everyWeeks}
            onChange={({ target }) => onChange({ everyWeeks: weeksOf(target.value) })}
          >
            {([1, 2, 4] as const).map((weeks) => (
              <option key={weeks} value={weeks}>
                {text.every[weeks]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Chips legend={text.method} error={form.errors.method}>
        {(['pickup', 'delivery'] as const).map((one, at) => (
          <Chip
            key={one}
            id={at === 0 ? `${form.id}-method` : undefined}
            type="radio"
            name="method"
            label={text.methods[one]}
            checked={method === one}
            onChange={() => onChange({ method: one })}
          />
        ))}
      </Chips>
      {method === 'pickup' ? (
        <Field name="place" label={text.place}>
          <Input
            value={draft.place}
            onChange={({ target }) => onChange({ place: target.value })}
            maxLength={MAX_LENGTH.pickup}
            required
          />
        </Field>
      ) : (
        <Field name="areas" label={text.areas} hint={text.areasHint} optional>
          <Input
            value={draft.areas}
            onChange={({ target }) => onChange({ areas: target.value })}
            autoComplete="off"
          />
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <Field name="cutOff.daysBefore" label={text.lastOrder}>
          <Select
            value={draft.daysBefore}
            onChange={({ target }) => onChange({ daysBefore: Number(target.value) })}
          >
            {Array.from({ length: MAX_CUT_OFF_DAYS + 1 }, (_, days) => (
              <option key={text.daysBefore(days)} value={days}>
                {dayBefore(weekdays, days)}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="cutOff.time" label={text.lastTime}>
          <Input
            type="time"
            value={draft.lastTime}
            onChange={({ target }) => onChange({ lastTime: target.value })}
            required
          />
        </Field>
      </div>
      <Field name="capacity" label={text.capacity} hint={text.capacityHint} optional>
        <NumberInput
          kind={ORDERS}
          value={draft.capacity}
          onChange={(capacity) => onChange({ capacity })}
        />
      </Field>
      <Field name="name" label={text.name} hint={text.nameHint}>
        <Input
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
          maxLength={MAX_LENGTH.scheduleName}
          autoComplete="off"
          required
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="from" label={text.from} hint={everyWeeks > 1 ? text.fromHint : undefined}>
          <DateInput
            type="date"
            value={draft.from}
            onChange={(from) => onChange({ from })}
            required
          />
        </Field>
        <Field name="until" label={text.until} optional>
          <DateInput type="date" value={draft.until} onChange={(until) => onChange({ until })} />
        </Field>
      </div>
      <ExceptionsField
        draft={draft}
        onChange={(exceptions) => {
          onChange({ exceptions });
          form.touch();
        }}
      />
    </>
  );
}

const weeksOf = (value: string): ScheduleDraft['everyWeeks'] =>
  value === '2' ? 2 : value === '4' ? 4 : 1;

function Chips({
  legend,
  error,
  children,
}: {
  legend: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
      {error !== undefined && (
        <p className="mt-1.5 text-sm font-semibold text-tomato-ink">{error}</p>
      )}
    </fieldset>
  );
}
