import { Long, ObjectId, Timestamp } from 'bson';
import { isIntegral, toNumber } from '../bson/numbers.js';
import {
  type Doc,
  isArray,
  isDoc,
  isNullish,
  isNumeric,
  typeName,
  type Value,
} from '../bson/types.js';
import { CommandError } from '../errors.js';
import {
  dayOfYear,
  instantOf,
  isoWeek,
  isoWeekday,
  localDate,
  parseDate,
  utc,
  weekOfYear,
} from './calendar.js';
import { addToDate, dateDifference, formatDate, truncateDate, UNITS } from './date-math.js';
import {
  location,
  type Named,
  named,
  namedArguments,
  type OperatorCompiler,
  type OperatorTable,
  requireString,
} from './helpers.js';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function timeOf(operator: string, value: Value): number {
  if (value instanceof Date) return value.getTime();
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  if (value instanceof Timestamp) return value.t * 1000;
  throw location(16006, `can't convert from BSON type ${typeName(value)} to Date in ${operator}`);
}

const zoneName = (value: Value): string =>
  value === undefined ? 'UTC' : requireString('timezone', value, 40517);

function unitName(value: Value): string {
  const unit = requireString('unit', value, 5439013);
  if (!UNITS.includes(unit)) throw new CommandError(9, `unknown time unit value: ${unit}`);
  return unit;
}

/** 0 is Sunday; MongoDB's default start of the week. */
function weekStart(value: Value): number {
  if (value === undefined) return 0;
  const name = requireString('startOfWeek', value, 5439015).toLowerCase();
  const at = WEEKDAYS.findIndex((day) => day === name || day.slice(0, 3) === name);
  if (at < 0) throw new CommandError(9, `unknown day of week value: ${name}`);
  return at;
}

function amount(operator: string, value: Value): number {
  if (isNumeric(value) && isIntegral(value)) return toNumber(value);
  throw location(5166405, `${operator} expects integer amount of time units`);
}

/** A date operator: null if a required argument is null or missing, or an optional one is null. */
const dateOperator = <R extends string, O extends string = never>(
  name: string,
  required: readonly R[],
  optional: readonly O[],
  evaluate: (args: Named<R, O, Value>, zone: string) => Value,
): OperatorCompiler =>
  named(name, required, [...optional, 'timezone'], (args) => {
    if (required.some((one) => isNullish(args[one])) || Object.values(args).includes(null))
      return null;
    return evaluate(args, zoneName(args.timezone));
  });

/** `$year` and its relatives: a date, or `{ date, timezone }`. */
function part(name: string, pick: (local: Date) => Value): OperatorCompiler {
  const ofDate = dateOperator(name, ['date'], [], ({ date }, zone) =>
    pick(localDate(timeOf(name, date), zone)),
  );
  return (operand, compiler) => {
    if (isDoc(operand) && 'date' in operand) return ofDate(operand, compiler);
    return ofDate({ date: isArray(operand) ? operand[0] : operand }, compiler);
  };
}

const NULL = () => null;

const dateToString: OperatorCompiler = (operand, compiler) => {
  const name = '$dateToString';
  const optional = ['format', 'timezone', 'onNull'] as const;
  const args = namedArguments(name, operand, compiler, ['date'], optional);
  const { onNull = NULL } = args;
  return (scope) => {
    const date = args.date(scope);
    if (isNullish(date)) return onNull(scope);
    const zone = args.timezone?.(scope);
    const format = args.format?.(scope);
    if (zone === null || format === null) return null;
    const standard = zone === undefined ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L';
    const pattern = format === undefined ? standard : requireString(name, format, 18533);
    return formatDate(timeOf(name, date), pattern, zoneName(zone));
  };
};

const dateFromString: OperatorCompiler = (operand, compiler) => {
  const name = '$dateFromString';
  const optional = ['timezone', 'onNull', 'onError'] as const;
  const args = namedArguments(name, operand, compiler, ['dateString'], optional);
  const { onNull = NULL, onError } = args;
  return (scope) => {
    const text = args.dateString(scope);
    if (isNullish(text)) return onNull(scope);
    try {
      return parseDate(requireString(name, text, 241), zoneName(args.timezone?.(scope)));
    } catch (error) {
      if (onError) return onError(scope);
      throw error;
    }
  };
};

const PARTS = { month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
const PART_NAMES = Object.keys(PARTS);

const dateFromParts = dateOperator('$dateFromParts', ['year'], PART_NAMES, (args, zone) => {
  const given: Doc = { ...PARTS, ...args };
  const values = ['year', ...PART_NAMES].map((name) => given[name]);
  if (values.some(isNullish)) return null;
  const [year = 0, month = 1, day = 1, ...time] = values.map((value) =>
    amount('$dateFromParts', value),
  );
  // values out of range carry over to the next unit, as in MongoDB
  return new Date(instantOf(utc(year, month, day, ...time), zone));
});

const dateTrunc = dateOperator(
  '$dateTrunc',
  ['date', 'unit'],
  ['binSize', 'startOfWeek'],
  ({ date, unit, binSize, startOfWeek }, zone) => {
    const bins = binSize === undefined ? 1 : amount('$dateTrunc', binSize);
    if (bins < 1) throw location(5439018, `$dateTrunc requires 'binSize' to be greater than 0`);
    const time = timeOf('$dateTrunc', date);
    return new Date(truncateDate(time, unitName(unit), bins, zone, weekStart(startOfWeek)));
  },
);

const dateAdd = (name: string, sign: 1 | -1): OperatorCompiler =>
  dateOperator(name, ['startDate', 'unit', 'amount'], [], (args, zone) => {
    const by = amount(name, args.amount) * sign;
    return new Date(addToDate(timeOf(name, args.startDate), unitName(args.unit), by, zone));
  });

const dateDiff = dateOperator(
  '$dateDiff',
  ['startDate', 'endDate', 'unit'],
  ['startOfWeek'],
  ({ startDate, endDate, unit, startOfWeek }, zone) => {
    const [from, to] = [timeOf('$dateDiff', startDate), timeOf('$dateDiff', endDate)];
    const difference = dateDifference(from, to, unitName(unit), zone, weekStart(startOfWeek));
    return Long.fromNumber(difference);
  },
);

export const dateOperators: OperatorTable = {
  $year: part('$year', (local) => local.getUTCFullYear()),
  $month: part('$month', (local) => local.getUTCMonth() + 1),
  $dayOfMonth: part('$dayOfMonth', (local) => local.getUTCDate()),
  $dayOfWeek: part('$dayOfWeek', (local) => local.getUTCDay() + 1),
  $dayOfYear: part('$dayOfYear', dayOfYear),
  $hour: part('$hour', (local) => local.getUTCHours()),
  $minute: part('$minute', (local) => local.getUTCMinutes()),
  $second: part('$second', (local) => local.getUTCSeconds()),
  $millisecond: part('$millisecond', (local) => local.getUTCMilliseconds()),
  $week: part('$week', weekOfYear),
  $isoWeek: part('$isoWeek', (local) => isoWeek(local).week),
  $isoWeekYear: part('$isoWeekYear', (local) => Long.fromNumber(isoWeek(local).year)),
  $isoDayOfWeek: part('$isoDayOfWeek', isoWeekday),
  $dateToParts: part('$dateToParts', (local) => ({
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
  })),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateFromParts: dateFromParts,
  $dateTrunc: dateTrunc,
  $dateAdd: dateAdd('$dateAdd', 1),
  $dateSubtract: dateAdd('$dateSubtract', -1),
  $dateDiff: dateDiff,
};
