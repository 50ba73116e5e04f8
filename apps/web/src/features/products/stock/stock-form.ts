import * as z from 'zod/mini';
import {
  amountSchema,
  type ChangeStock,
  fromThousandths,
  MAX_LENGTH,
  stockChangeReasonSchema,
  textSchema,
  toThousandths,
  type Unit,
} from '#libs/contracts';
import { amountIn, toNumber } from '../../../lib/forms/typed-number';
import { fromDateInput } from '../date-input';
import { stockText } from '../texts';

const typedAmount = (unit: Unit) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => toNumber(typed, amountIn(unit))),
    ),
    z.custom<number>((amount) => amountSchema.safeParse(amount).success, stockText.badAmount),
  );
const optionalText = (max: number) =>
  z.optional(
    z.pipe(
      textSchema(max, { lines: true, empty: true }),
      z.transform((text) => text || undefined),
    ),
  );
const moment = z.optional(z.pipe(z.string(), z.transform(fromDateInput)));

/** The form of the dialog: an amount, its reason, and a harvest's lot and dates. */
export const stockFormSchema = (unit: Unit) =>
  z
    .object({
      reason: stockChangeReasonSchema,
      amount: typedAmount(unit),
      note: optionalText(MAX_LENGTH.note),
      lot: optionalText(MAX_LENGTH.lot),
      harvestedAt: moment,
      bestBefore: moment,
    })
    .check(
      z.refine(({ reason, amount }) => reason === 'correction' || amount > 0, {
        error: stockText.nothing,
        path: ['amount'],
      }),
    );
export type StockForm = z.infer<ReturnType<typeof stockFormSchema>>;

/** The request's body: an absolute amount for a count, otherwise a change. */
export function changeOf({
  reason,
  amount,
  note,
  ...harvest
}: StockForm): Omit<ChangeStock, 'version'> {
  const noteField = note === undefined ? {} : { note };
  if (reason === 'correction') return { reason, counted: amount, ...noteField };
  if (reason === 'write-off') return { reason, change: -amount, ...noteField };
  const harvestFields = Object.entries(harvest).filter(([, value]) => value);
  return { reason, change: amount, ...noteField, ...Object.fromEntries(harvestFields) };
}

/** The amount on hand after a change, calculated in thousandths to avoid floating-point errors. */
export function stockAfter(onHand: number, reason: StockForm['reason'], amount: number): number {
  if (reason === 'correction') return amount;
  const sign = reason === 'harvest' ? 1 : -1;
  return fromThousandths(toThousandths(onHand) + sign * toThousandths(amount));
}
