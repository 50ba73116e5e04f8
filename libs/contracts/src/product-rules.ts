import type { FieldError } from './errors.js';
import type { Picture } from './pictures.js';
import {
  formatQuantity,
  fromThousandths,
  isCountable,
  toThousandths,
  UNITS,
  type Unit,
} from './units.js';

/** The fields of a product that have to be consistent, as in the API: amounts in `unit`, times in UTC. */
export interface ProductFields {
  readonly unit: Unit;
  readonly step: number;
  readonly minimum: number;
  readonly lowAt: number;
  readonly harvestedAt: string | null;
  readonly bestBefore: string | null;
}

/** A harvest may be entered the evening before, whatever the farm's time zone. */
const HARVEST_AHEAD_MS = 24 * 3_600_000;

/** Inconsistencies by field; the server and the forms share this check. */
export function productFaults(product: ProductFields, now: Date): FieldError[] {
  const { unit, step, minimum, lowAt, harvestedAt, bestBefore } = product;
  const faults = amountFaults(unit, { step, minimum, lowAt });
  const fault = (path: string, message: string) => faults.push({ path, message });
  if (toThousandths(minimum) % toThousandths(step) !== 0)
    fault('minimum', 'must be a whole number of steps');
  if (harvestedAt !== null && Date.parse(harvestedAt) > now.getTime() + HARVEST_AHEAD_MS)
    fault('harvestedAt', 'must not lie ahead');
  if (
    harvestedAt !== null &&
    bestBefore !== null &&
    Date.parse(bestBefore) < Date.parse(harvestedAt)
  )
    fault('bestBefore', 'must not be before the harvest');
  return faults;
}

/** Amounts of `unit` by field that goods cannot be divided into, such as half a bunch. */
export function amountFaults(unit: Unit, amounts: Readonly<Record<string, number>>): FieldError[] {
  const part = formatQuantity(fromThousandths(UNITS[unit].part), unit);
  return Object.entries(amounts).flatMap(([path, amount]) =>
    isCountable(toThousandths(amount), unit)
      ? []
      : [{ path, message: `must be a multiple of ${part}` }],
  );
}

/** Faults that prevent a product from being published. */
export function publishFaults({ images }: { readonly images: readonly Picture[] }): FieldError[] {
  return images.flatMap(({ alt }, index) =>
    alt.trim() === ''
      ? [{ path: `images.${index}.alt`, message: 'say what the picture shows' }]
      : [],
  );
}
