import * as z from 'zod/mini';
import { daySchema } from './days.js';
import { fulfilmentSchema } from './farms.js';
import { MAX_ENTRIES, MAX_LENGTH } from './max-length.js';
import { ordersFateSchema } from './orders-fate.js';
import {
  idListSchema,
  idSchema,
  pageQueryShape,
  pageShape,
  timestampSchema,
  versionSchema,
} from './primitives.js';
import { textSchema } from './text.js';

/** Days ahead for which a schedule has slots, today included. */
export const SLOT_DAYS = 28;
/** The most orders of one slot. */
export const MAX_SLOT_CAPACITY = 10_000;
/** The most schedules of one farm. */
export const MAX_SCHEDULES = 20;
/** The most days between a cut-off and its slot. */
export const MAX_CUT_OFF_DAYS = 14;

/** A time of day in the market's time zone, such as `16:30`. */
export const clockSchema = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 16:30'));
export type Clock = z.infer<typeof clockSchema>;

/** From when to when goods are handed over on one day. */
export const slotWindowSchema = z.strictObject({ from: clockSchema, to: clockSchema }).check(
  z.refine(({ from, to }) => from < to, {
    path: ['to'],
    error: 'must be after the start, on the same day',
  }),
);
export type SlotWindow = z.infer<typeof slotWindowSchema>;

/** The last moment to order: this time of day, so many days before the slot. It closes the whole slot. */
export const cutOffSchema = z.strictObject({
  daysBefore: z.int().check(z.gte(0), z.lte(MAX_CUT_OFF_DAYS)),
  time: clockSchema,
});
export type CutOff = z.infer<typeof cutOffSchema>;

/** 0 is Sunday. */
const weekdaySchema = z.int().check(z.gte(0), z.lte(6));

/** The beginning of ZIP codes, such as `125`: 1 to 5 digits. */
export const areaSchema = z
  .string()
  .check(z.regex(/^\d{1,5}$/, 'must be the first 1 to 5 digits of a ZIP code'));

/** Another window on one date, which may be a date that the weekdays do not have; null if there is none on it. */
export const scheduleExceptionSchema = z.strictObject({
  date: daySchema,
  window: z.nullable(slotWindowSchema),
});
export type ScheduleException = z.infer<typeof scheduleExceptionSchema>;

const unique = <Item>(of: (item: Item) => unknown) =>
  z.refine<Item[]>(
    (list) => new Set(list.map(of)).size === list.length,
    'must not contain duplicates',
  );

const ruleShape = {
  /** For the farm itself, and for customers beside the day, such as `Friday at the barn`. */
  name: textSchema(MAX_LENGTH.scheduleName),
  method: fulfilmentSchema,
  /** Where to pick up; null for deliveries. */
  place: z.nullable(textSchema(MAX_LENGTH.pickup)),
  weekdays: z.array(weekdaySchema).check(
    z.minLength(1, 'choose at least one day'),
    unique<number>((day) => day),
  ),
  /** Every week, or every second or fourth, counted from the week of `from`; a week begins on Sunday. */
  everyWeeks: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  window: slotWindowSchema,
  cutOff: cutOffSchema,
  /** Orders per slot; null for any number. */
  capacity: z.nullable(z.int().check(z.gte(1), z.lte(MAX_SLOT_CAPACITY))),
  /** Where a delivery goes to; everywhere if empty. */
  areas: z.array(areaSchema).check(
    z.maxLength(MAX_ENTRIES.areas),
    unique<string>((area) => area),
  ),
  from: daySchema,
  /** The last day; null if there is none. */
  until: z.nullable(daySchema),
  exceptions: z.array(scheduleExceptionSchema).check(
    z.maxLength(MAX_ENTRIES.exceptions),
    unique<ScheduleException>(({ date }) => date),
  ),
};

const ruleSchema = z.strictObject(ruleShape);
/** When a farm hands goods over: what it says once, and each slot is made from. */
export type ScheduleRule = z.infer<typeof ruleSchema>;

const endsInOrder = z.refine<ScheduleRule>(({ from, until }) => until === null || from <= until, {
  path: ['until'],
  error: 'must not be before the first day',
});
const closesBefore = z.refine<ScheduleRule>(
  ({ cutOff, window, exceptions }) =>
    cutOff.daysBefore > 0 ||
    [window, ...exceptions.flatMap((one) => one.window ?? [])].every(({ to }) => cutOff.time <= to),
  { path: ['cutOff', 'time'], error: 'must not be after the end of a window' },
);
const placeFits = z.refine<ScheduleRule>(
  ({ method, place }) => (method === 'pickup') === (place !== null),
  { path: ['place'], error: 'a pickup needs a place, a delivery has none' },
);
const areasFit = z.refine<ScheduleRule>(
  ({ method, areas }) => method === 'delivery' || areas.length === 0,
  { path: ['areas'], error: 'only deliveries have areas' },
);

/** A farmer's new schedule. */
export const addScheduleSchema = ruleSchema.check(endsInOrder, closesBefore, placeFits, areasFit);
export type AddSchedule = z.infer<typeof addScheduleSchema>;

/** A farmer's edit of a schedule: the whole rule. `fate` is required if it changes slots that have orders. */
export const updateScheduleSchema = z
  .extend(ruleSchema, { version: versionSchema, fate: z.optional(ordersFateSchema) })
  .check(endsInOrder, closesBefore, placeFits, areasFit);
export type UpdateSchedule = z.infer<typeof updateScheduleSchema>;

export const removeScheduleSchema = z.strictObject({
  version: versionSchema,
  fate: z.optional(ordersFateSchema),
});
export type RemoveSchedule = z.infer<typeof removeScheduleSchema>;

export const scheduleDtoSchema = z.object({
  ...ruleShape,
  _id: idSchema,
  farmId: idSchema,
  version: versionSchema,
});
export type ScheduleDto = z.infer<typeof scheduleDtoSchema>;

/** A farm's own schedules, oldest first. */
export const ownSchedulesSchema = z.object({ schedules: z.array(scheduleDtoSchema) });
export type OwnSchedules = z.infer<typeof ownSchedulesSchema>;

/** A withdrawn slot is over: its orders are cancelled, and it never opens again. */
export const slotStateSchema = z.enum(['open', 'closed', 'withdrawn']);
export type SlotState = z.infer<typeof slotStateSchema>;

/** One date of a schedule, as everybody may see it. */
export const slotDtoSchema = z.object({
  _id: idSchema,
  scheduleId: idSchema,
  farmId: idSchema,
  /** The schedule's name. */
  name: z.string(),
  method: fulfilmentSchema,
  place: z.nullable(z.string()),
  areas: z.array(areaSchema),
  date: daySchema,
  startAt: timestampSchema,
  endAt: timestampSchema,
  /** No order is taken from this moment on. */
  cutOffAt: timestampSchema,
  /** Orders that still fit; null without a capacity. */
  left: z.nullable(z.int().check(z.gte(0))),
  state: slotStateSchema,
  version: versionSchema,
});
export type SlotDto = z.infer<typeof slotDtoSchema>;

/** A slot as its farm and the admins see it. */
export const ownSlotDtoSchema = z.object({
  ...slotDtoSchema.shape,
  capacity: z.nullable(z.int()),
  /** Orders and holds that have a place. */
  taken: z.int().check(z.gte(0)),
});
export type OwnSlotDto = z.infer<typeof ownSlotDtoSchema>;

/** A farm's own slots that are not over, soonest first. */
export const ownSlotsSchema = z.object({ slots: z.array(ownSlotDtoSchema) });
export type OwnSlots = z.infer<typeof ownSlotsSchema>;

/** `GET /slots`: the slots of all farms or of one, for admins. */
export const allSlotsQuerySchema = z.strictObject({
  ...pageQueryShape,
  farm: z.optional(idSchema),
});
export type AllSlotsQuery = z.infer<typeof allSlotsQuerySchema>;
/** Slots from today on, soonest first. */
export const allSlotsPageSchema = z.object({ slots: z.array(ownSlotDtoSchema), ...pageShape });
export type AllSlotsPage = z.infer<typeof allSlotsPageSchema>;

/** Closes one slot; `fate` is required if it has orders. */
export const closeSlotSchema = z.strictObject({
  version: versionSchema,
  fate: z.optional(ordersFateSchema),
});
export type CloseSlot = z.infer<typeof closeSlotSchema>;

export const reopenSlotSchema = z.strictObject({ version: versionSchema });
export type ReopenSlot = z.infer<typeof reopenSlotSchema>;

/** `details` of `SLOT_HAS_ORDERS`: the slots for which a change has to say what becomes of their orders. */
export const slotsWithOrdersSchema = z.object({
  slots: z.array(
    z.object({ slotId: idSchema, date: daySchema, startAt: timestampSchema, taken: z.int() }),
  ),
});
export type SlotsWithOrders = z.infer<typeof slotsWithOrdersSchema>;

/** The slots of a farm that are not over and not closed, soonest first. */
export const farmCalendarSchema = z.object({
  farmId: idSchema,
  /** The methods that have a schedule; the farm tells customers of any other when their order comes. */
  scheduled: z.array(fulfilmentSchema),
  slots: z.array(slotDtoSchema),
  /** Grows with every change of a schedule; 0 while the farm never had one. */
  version: z.int().check(z.gte(0)),
});
export type FarmCalendar = z.infer<typeof farmCalendarSchema>;

export const calendarsQuerySchema = z.strictObject({ farms: idListSchema });
export type CalendarsQuery = z.infer<typeof calendarsQuerySchema>;

/** The calendars of those of the asked farms that are approved, in no order. */
export const farmCalendarsSchema = z.object({ calendars: z.array(farmCalendarSchema) });
export type FarmCalendars = z.infer<typeof farmCalendarsSchema>;

/** The slot of an order's part as it was agreed; a later change of the schedule does not change it. */
export const partSlotSchema = z.object({
  _id: idSchema,
  date: daySchema,
  startAt: timestampSchema,
  endAt: timestampSchema,
  cutOffAt: timestampSchema,
});
export type PartSlot = z.infer<typeof partSlotSchema>;

/** The most slots that a refusal offers instead. */
export const MAX_OFFERED_SLOTS = 3;
