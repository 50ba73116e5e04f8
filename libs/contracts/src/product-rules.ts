import type { FieldError } from './errors.js';
import type { Picture } from './pictures.js';
import { toBaseUnits, type Unit } from './units.js';

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
  const base = {
    step: toBaseUnits(step, unit),
    minimum: toBaseUnits(minimum, unit),
    lowAt: toBaseUnits(lowAt, unit),
  };
  const faults: FieldError[] = [];
  const fault = (path: string, message: string) => faults.push({ path, message });
  for (const path of ['step', 'minimum', 'lowAt'] as const)
    if (base[path] === null) fault(path, `this part of a ${unit} cannot be measured out`);
  if (base.step !== null && base.minimum !== null && base.minimum % base.step !== 0)
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

/** Faults that prevent a product from being published. */
export function publishFaults({ images }: { readonly images: readonly Picture[] }): FieldError[] {
  return images.flatMap(({ alt }, index) =>
    alt.trim() === ''
      ? [{ path: `images.${index}.alt`, message: 'say what the picture shows' }]
      : [],
  );
}
