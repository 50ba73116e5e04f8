import * as z from 'zod/mini';
import { type ChangeStock, stockChangeReasonSchema, textSchema } from '#libs/contracts';
import { momentOf } from '../moments';
import { toNumber } from '../numbers';
import { stockText } from './texts';

const LONGEST_NOTE = 280;

const amountSchema = z.pipe(
  z.pipe(z.string(), z.transform(toNumber)),
  z.number(stockText.badAmount).check(z.gte(0, stockText.badAmount), z.lte(100_000)),
);
const optionalText = (max: number) =>
  z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      textSchema(max),
    ]),
  );
const moment = z.optional(z.pipe(z.string(), z.transform(momentOf)));

/** What the dialog sends: an amount, why, and of a harvest which it was. */
export const stockFormSchema = z
  .object({
    reason: stockChangeReasonSchema,
    amount: amountSchema,
    note: optionalText(LONGEST_NOTE),
    lot: optionalText(60),
    harvestedAt: moment,
    bestBefore: moment,
  })
  .check(
    z.refine(({ reason, amount }) => reason === 'correction' || amount > 0, {
      error: stockText.nothing,
      path: ['amount'],
    }),
  );
export type StockForm = z.infer<typeof stockFormSchema>;

/** A form as the API takes it: a count as such, the rest as what came or went. */
export function changeOf({
  reason,
  amount,
  note,
  ...harvest
}: StockForm): Omit<ChangeStock, 'version'> {
  const said = note === undefined ? {} : { note };
  if (reason === 'correction') return { reason, counted: amount, ...said };
  if (reason === 'write-off') return { reason, change: -amount, ...said };
  const given = Object.entries(harvest).filter(([, value]) => value);
  return { reason, change: amount, ...said, ...Object.fromEntries(given) };
}

/** What will be on hand after a change, in thousandths of the unit so that no digit is made up. */
export function stockAfter(onHand: number, reason: StockForm['reason'], amount: number): number {
  if (reason === 'correction') return amount;
  const sign = reason === 'harvest' ? 1 : -1;
  return (Math.round(onHand * 1000) + sign * Math.round(amount * 1000)) / 1000;
}
