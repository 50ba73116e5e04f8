import { Long, ObjectId, Timestamp } from 'bson';
import { isIntegral, toNumber } from '../bson/numbers.js';
import { isDoc, isNullish, isNumeric, typeName, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import {
  type DateParts,
  dayOfYear,
  instantOf,
  isoWeek,
  parseDate,
  partsIn,
  utc,
  weekday,
  weekOfYear,
} from './calendar.js';
import { addToDate, dateDifference, formatDate, truncateDate, UNITS } from './date-math.js';
import {
  location,
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

const zoneName = (value: Value): string => {
  if (value === undefined) return 'UTC';
  return requireString('timezone', value, 40517);
};

function unitName(value: Value): string {
  const unit = requireString('unit', value, 5439013);
  if (!UNITS.includes(unit)) throw new CommandError(9, `unknown time unit value: ${unit}`);
  return unit;
}

/** 0 is Sunday; MongoDB's default start of the week. */
function startOfWeek(value: Value): number {
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

/** `$year` and its relatives: a date, or `{ date, timezone }`. */
const part =
  (name: string, pick: (parts: DateParts) => Value): OperatorCompiler =>
  (operand, compiler) => {
    const long = isDoc(operand) && 'date' in operand;
    const args = namedArguments(
      name,
      long ? operand : { date: Array.isArray(operand) ? operand[0] : operand },
      compiler,
      ['date'],
      ['timezone'],
    );
    return (scope) => {
      const date = args.get('date', scope);
      const zone = args.get('timezone', scope);
      if (isNullish(date) || zone === null) return null;
      return pick(partsIn(timeOf(name, date), zoneName(zone)));
    };
  };

const dateToString: OperatorCompiler = (operand, compiler) => {
  const args = namedArguments(
    '$dateToString',
    operand,
    compiler,
    ['date'],
    ['format', 'timezone', 'onNull'],
  );
  return (scope) => {
    const date = args.get('date', scope);
    if (isNullish(date)) return args.has('onNull') ? args.get('onNull', scope) : null;
    const zone = args.get('timezone', scope);
    const format = args.has('format') ? args.get('format', scope) : undefined;
    if (zone === null || format === null) return null;
    const standard = zone === undefined ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L';
    const pattern = format === undefined ? standard : requireString('$dateToString', format, 18533);
    return formatDate(timeOf('$dateToString', date), pattern, zoneName(zone));
  };
};

const dateFromString: OperatorCompiler = (operand, compiler) => {
  const args = namedArguments(
    '$dateFromString',
    operand,
    compiler,
    ['dateString'],
    ['timezone', 'onNull', 'onError'],
  );
  return (scope) => {
    const text = args.get('dateString', scope);
    if (isNullish(text)) return args.has('onNull') ? args.get('onNull', scope) : null;
    try {
      return parseDate(
        requireString('$dateFromString', text, 241),
        zoneName(args.get('timezone', scope)),
      );
    } catch (error) {
      if (args.has('onError')) return args.get('onError', scope);
      throw error;
    }
  };
};

const PART_NAMES = ['month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;

const dateFromParts: OperatorCompiler = (operand, compiler) => {
  const args = namedArguments(
    '$dateFromParts',
    operand,
    compiler,
    ['year'],
    [...PART_NAMES, 'timezone'],
  );
  return (scope) => {
    const zone = args.get('timezone', scope);
    const year = args.get('year', scope);
    const values = PART_NAMES.map((name) => {
      const fallback = name === 'month' || name === 'day' ? 1 : 0;
      return args.has(name) ? args.get(name, scope) : fallback;
    });
    if (isNullish(year) || values.some(isNullish) || zone === null) return null;
    const [month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = values.map(
      (value) => amount('$dateFromParts', value),
    );
    // values out of range carry over to the next unit, as in MongoDB
    const local = utc({
      year: amount('$dateFromParts', year),
      month,
      day,
      hour,
      minute,
      second,
      millisecond,
    });
    return new Date(instantOf(partsIn(local, 'UTC'), zoneName(zone)));
  };
};

const dateTrunc: OperatorCompiler = (operand, compiler) => {
  const optional = ['binSize', 'timezone', 'startOfWeek'];
  const args = namedArguments('$dateTrunc', operand, compiler, ['date', 'unit'], optional);
  return (scope) => {
    const [date, unit] = [args.get('date', scope), args.get('unit', scope)];
    const [size, zone, week] = optional.map((name) => args.get(name, scope));
    if ([date, unit].some(isNullish) || [size, zone, week].includes(null)) return null;
    const bins = size === undefined ? 1 : amount('$dateTrunc', size);
    if (bins < 1) throw location(5439018, `$dateTrunc requires 'binSize' to be greater than 0`);
    const time = timeOf('$dateTrunc', date);
    return new Date(truncateDate(time, unitName(unit), bins, zoneName(zone), startOfWeek(week)));
  };
};

const dateAdd =
  (name: string, sign: 1 | -1): OperatorCompiler =>
  (operand, compiler) => {
    const args = namedArguments(
      name,
      operand,
      compiler,
      ['startDate', 'unit', 'amount'],
      ['timezone'],
    );
    return (scope) => {
      const [start, unit, count] = ['startDate', 'unit', 'amount'].map((one) =>
        args.get(one, scope),
      );
      const zone = args.get('timezone', scope);
      if ([start, unit, count].some(isNullish) || zone === null) return null;
      const by = amount(name, count) * sign;
      return new Date(addToDate(timeOf(name, start), unitName(unit), by, zoneName(zone)));
    };
  };

const dateDiff: OperatorCompiler = (operand, compiler) => {
  const args = namedArguments(
    '$dateDiff',
    operand,
    compiler,
    ['startDate', 'endDate', 'unit'],
    ['timezone', 'startOfWeek'],
  );
  return (scope) => {
    const [start, end, unit] = ['startDate', 'endDate', 'unit'].map((one) => args.get(one, scope));
    const zone = args.get('timezone', scope);
    const week = args.get('startOfWeek', scope);
    if ([start, end, unit].some(isNullish) || zone === null || week === null) return null;
    const [from, to] = [timeOf('$dateDiff', start), timeOf('$dateDiff', end)];
    return Long.fromNumber(
      dateDifference(from, to, unitName(unit), zoneName(zone), startOfWeek(week)),
    );
  };
};

export const dateOperators: OperatorTable = {
  $year: part('$year', (p) => p.year),
  $month: part('$month', (p) => p.month),
  $dayOfMonth: part('$dayOfMonth', (p) => p.day),
  $dayOfWeek: part('$dayOfWeek', (p) => weekday(p) + 1),
  $dayOfYear: part('$dayOfYear', dayOfYear),
  $hour: part('$hour', (p) => p.hour),
  $minute: part('$minute', (p) => p.minute),
  $second: part('$second', (p) => p.second),
  $millisecond: part('$millisecond', (p) => p.millisecond),
  $week: part('$week', weekOfYear),
  $isoWeek: part('$isoWeek', (p) => isoWeek(p).week),
  $isoWeekYear: part('$isoWeekYear', (p) => Long.fromNumber(isoWeek(p).year)),
  $isoDayOfWeek: part('$isoDayOfWeek', (p) => ((weekday(p) + 6) % 7) + 1),
  $dateToParts: part('$dateToParts', (p) => ({ ...p })),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateFromParts: dateFromParts,
  $dateTrunc: dateTrunc,
  $dateAdd: dateAdd('$dateAdd', 1),
  $dateSubtract: dateAdd('$dateSubtract', -1),
  $dateDiff: dateDiff,
};
