import * as z from 'zod/mini';
import {
  type AddSchedule,
  addScheduleSchema,
  type Day,
  type Fulfilment,
  plainMessage,
  type ScheduleRule,
  scheduleDtoSchema,
  type TimesRule,
} from '#libs/contracts';
import { type NumberKind, toNumber, typedNumber } from '../../lib/forms/typed-number';
import { daysText as text } from './texts';

/** A number of orders. */
export const ORDERS: NumberKind = { places: 0, marks: ['order', 'orders'], example: '40' };

export interface ExceptionDraft {
  /** Of its row in the form. */
  readonly key: number;
  readonly date: string;
  readonly isOpen: boolean;
  readonly from: string;
  readonly to: string;
}

/** A schedule as it is in the form: what is typed is a text. */
export interface ScheduleDraft {
  readonly name: string;
  readonly method: Fulfilment;
  readonly place: string;
  readonly weekdays: readonly number[];
  readonly everyWeeks: ScheduleRule['everyWeeks'];
  readonly opens: string;
  readonly closes: string;
  readonly daysBefore: number;
  readonly lastTime: string;
  readonly capacity: string;
  readonly areas: string;
  readonly from: string;
  readonly until: string;
  readonly exceptions: readonly ExceptionDraft[];
}

/** The form of new days. */
export function emptyDraft(pickupPlace: string, today: Day): ScheduleDraft {
  return {
    name: '',
    method: 'pickup',
    place: pickupPlace,
    weekdays: [],
    everyWeeks: 1,
    opens: '16:00',
    closes: '19:00',
    daysBefore: 2,
    lastTime: '20:00',
    capacity: '',
    areas: '',
    from: today,
    until: '',
    exceptions: [],
  };
}

export function draftOf(rule: ScheduleRule, pickupPlace: string): ScheduleDraft {
  const { name, method, weekdays, everyWeeks, window, cutOff, from } = rule;
  return {
    ...{ name, method, weekdays, everyWeeks, from },
    place: rule.place ?? pickupPlace,
    opens: window.from,
    closes: window.to,
    daysBefore: cutOff.daysBefore,
    lastTime: cutOff.time,
    capacity: rule.capacity === null ? '' : typedNumber(rule.capacity),
    areas: rule.areas.join(', '),
    until: rule.until ?? '',
    exceptions: rule.exceptions.map((one, key) => ({
      key,
      date: one.date,
      isOpen: one.window !== null,
      from: one.window?.from ?? window.from,
      to: one.window?.to ?? window.to,
    })),
  };
}

/** The rule that is typed, before any check. */
function ruleOf(draft: ScheduleDraft): z.input<typeof addScheduleSchema> {
  const { name, method, place, weekdays, everyWeeks, capacity, from, until } = draft;
  return {
    ...{ name, method, everyWeeks, from },
    place: method === 'pickup' ? place : null,
    weekdays: [...weekdays],
    window: { from: draft.opens, to: draft.closes },
    cutOff: { daysBefore: draft.daysBefore, time: draft.lastTime },
    capacity: capacity.trim() === '' ? null : toNumber(capacity, ORDERS),
    areas: method === 'delivery' ? draft.areas.split(/[\s,;]+/).filter(Boolean) : [],
    until: until === '' ? null : until,
    exceptions: draft.exceptions.map((one) => ({
      date: one.date,
      window: one.isOpen ? { from: one.from, to: one.to } : null,
    })),
  };
}

/** Parses what is typed with the contract; an issue of one area is one of their field. */
export const schemaOf = (draft: ScheduleDraft) =>
  z.pipe(
    z.unknown(),
    z.transform((_, context): AddSchedule => {
      const { data, error } = addScheduleSchema.safeParse(ruleOf(draft), { error: plainMessage });
      for (const { path, message, code } of error?.issues ?? []) {
        const [field, index] = path;
        const isTime =
          code === 'invalid_format' && ['from', 'to', 'time'].includes(String(path.at(-1)));
        const why = isTime && path.length > 1 ? text.time : message;
        context.issues.push({
          code: 'custom',
          input: draft,
          path: field === 'areas' ? [field] : path,
          message:
            field === 'areas' && typeof index === 'number'
              ? `${ruleOf(draft).areas[index]} ${message}`
              : why,
        });
      }
      return data ?? z.NEVER;
    }),
  );

const timesSchema = z.pick(scheduleDtoSchema, {
  weekdays: true,
  everyWeeks: true,
  window: true,
  cutOff: true,
  from: true,
  until: true,
  exceptions: true,
});

/** What the dates follow from; null while that is incomplete. */
export const timesOf = (draft: ScheduleDraft): TimesRule | null =>
  timesSchema.safeParse(ruleOf(draft)).data ?? null;

/** The whole rule; null while it is incomplete. */
export const completeRule = (draft: ScheduleDraft): ScheduleRule | null =>
  addScheduleSchema.safeParse(ruleOf(draft)).data ?? null;

/** The first other schedule with the same window on a weekday that both have. */
export const twinOf = <Other extends ScheduleRule>(
  draft: ScheduleDraft,
  others: readonly Other[],
): Other | undefined =>
  others.find(
    ({ window, weekdays }) =>
      window.from === draft.opens &&
      window.to === draft.closes &&
      weekdays.some((day) => draft.weekdays.includes(day)),
  );
