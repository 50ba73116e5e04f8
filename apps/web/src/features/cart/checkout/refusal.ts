import * as z from 'zod/mini';
import { type CartItem, creditSchema, type SlotRefusal, slotRefusalSchema } from '#libs/contracts';
import { PaymentRefused } from '../../../entities/cards';
import { ApiError, errorCode } from '../../../lib/api/api';
import { formatMoney, formatQuantity } from '../../../lib/text/format';
import { errorMessage } from '../../../ui/states';
import { cartPageText } from '../texts';
import { checkoutText } from './texts';

const lineSchema = z.object({ productId: z.string(), available: z.optional(z.number()) });
const linesSchema = z.object({ items: z.array(lineSchema) });
const pricesSchema = z.object({
  lines: z.array(
    z.object({ productId: z.string(), name: z.string(), from: z.number(), to: z.number() }),
  ),
});
const farmsSchema = z.object({
  farms: z.array(z.object({ farmId: z.string(), name: z.string(), missing: z.number() })),
});

/** The texts for a refused order; `list` names the affected items. */
export interface Refusal {
  readonly title: string;
  readonly text: string;
  readonly list: readonly string[];
}

const { problem } = checkoutText;
const SLOT_CODES = ['SLOT_FULL', 'SLOT_CLOSED', 'SLOT_NOT_FOUND', 'AREA_NOT_SERVED'];
const FARM_CODES = [
  'FARM_ON_HOLIDAY',
  'FARM_NOT_APPROVED',
  'FULFILMENT_NOT_OFFERED',
  'CASH_NOT_ACCEPTED',
];
const totalsSchema = z.object({ from: z.number(), to: z.number() });

/** Why the server refused the day of a farm, and what it offers instead; null for any other error. */
export function slotRefusalOf(error: unknown): (SlotRefusal & { message: string }) | null {
  if (!(error instanceof ApiError) || !SLOT_CODES.includes(error.problem.code)) return null;
  const { data } = slotRefusalSchema.safeParse(error.problem.details);
  return data ? { ...data, message: error.problem.message } : null;
}

/** The texts for the server's reason to refuse an order. */
export function refusalOf(error: unknown, items: readonly CartItem[]): Refusal {
  if (error instanceof PaymentRefused) return paymentRefusal(error);
  const details = error instanceof ApiError ? error.problem.details : undefined;
  const code = errorCode(error) ?? '';
  const refused = slotRefusalOf(error);
  if (refused !== null) {
    const { message, free } = refused;
    const next = free.length > 0 ? problem.dayText : problem.noDayText;
    return { title: message, text: next, list: [] };
  }
  const prices = code === 'PRICE_CHANGED' ? pricesSchema.safeParse(details).data : undefined;
  if (prices !== undefined) {
    const list = prices.lines.map(({ name, from, to }) =>
      checkoutText.priceLine(name, formatMoney(from), formatMoney(to)),
    );
    return { title: problem.prices, text: problem.pricesText, list };
  }
  const totals = code === 'TOTAL_CHANGED' ? totalsSchema.safeParse(details).data : undefined;
  if (totals !== undefined) {
    const text = problem.totalText(formatMoney(totals.from), formatMoney(totals.to));
    return { title: problem.total, text, list: [] };
  }
  const farms = code === 'ORDER_BELOW_MINIMUM' ? farmsSchema.safeParse(details).data : undefined;
  if (farms !== undefined) {
    const list = farms.farms.map(({ name, missing }) =>
      cartPageText.addMoreText(formatMoney(missing), name),
    );
    return { title: problem.minimum, text: errorMessage(error), list };
  }
  const credit = code === 'CREDIT_NOT_ENOUGH' ? creditSchema.safeParse(details).data : undefined;
  if (credit !== undefined) {
    const text = problem.creditText(formatMoney(credit.balance));
    return { title: problem.credit, text, list: [] };
  }
  if (code === 'HOLD_NOT_FOUND') return { title: problem.hold, text: problem.holdText, list: [] };
  if (code === 'PAYMENT_NOT_AUTHORISED')
    return { title: problem.payment, text: problem.paymentText, list: [] };
  if (FARM_CODES.includes(code)) {
    return { title: problem.farm, text: errorMessage(error), list: [] };
  }
  const list = refusedLines(details).flatMap((line) => lineText(line, items));
  return list.length > 0
    ? { title: problem.items, text: problem.itemsText, list }
    : { title: problem.other, text: errorMessage(error), list };
}

/** Why nothing is held, and what to do about it. */
function paymentRefusal({ reason, code }: PaymentRefused): Refusal {
  const { refused } = checkoutText;
  const texts = reason === 'declined' ? declineText(code) : refused[reason];
  return { ...texts, list: [] };
}

function declineText(code: string | null): { title: string; text: string } {
  const { declines } = checkoutText;
  return Object.entries(declines).find(([one]) => one === code)?.[1] ?? declines.card_declined;
}

function refusedLines(details: unknown) {
  const several = linesSchema.safeParse(details);
  if (several.success) return several.data.items;
  const one = lineSchema.safeParse(details);
  return one.success ? [one.data] : [];
}

function lineText(
  { productId, available }: z.infer<typeof lineSchema>,
  items: readonly CartItem[],
): string[] {
  const item = items.find((one) => one.productId === productId);
  if (item === undefined) return [];
  if (available === undefined) return [checkoutText.goneLine(item.name)];
  return available > 0
    ? [checkoutText.stockLine(item.name, formatQuantity(available, item.unit))]
    : [checkoutText.stockNone(item.name)];
}
