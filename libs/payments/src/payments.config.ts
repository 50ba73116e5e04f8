import * as z from 'zod';
import { daySchema, type MarketFeeRule } from '#libs/contracts';
import { configToken } from '#libs/platform';

const EXPECTED =
  'it must be a percentage, and may have later ones with their days, such as 8, 2027-01-01: 7.5';
const RULE = /^(?:(\d{4}-\d\d-\d\d):)?\s*(\d{1,2}(?:\.\d{1,2})?)\s*%?$/;

/** The rules in a setting such as `8, 2027-01-01: 7.5`; null if they are none. */
export function parseFeeRules(text: string): MarketFeeRule[] | null {
  const rules: MarketFeeRule[] = [];
  for (const one of text.split(',')) {
    const [, day = null, percent] = RULE.exec(one.trim()) ?? [];
    const last = rules.at(-1);
    const isNext = last ? day !== null && day > (last.from ?? '') : day === null;
    if (percent === undefined || !isNext || (day && !daySchema.safeParse(day).success)) return null;
    rules.push({ from: day, rate: Math.round(Number(percent) * 100) });
  }
  return rules;
}

export const paymentsConfigSchema = z.object({
  /** The market's fee in percent; each order keeps the one of its day. */
  MARKET_FEE: z
    .string()
    .default('8')
    .transform((text, context) => {
      const rules = parseFeeRules(text);
      if (rules) return rules;
      context.addIssue({ code: 'custom', message: EXPECTED });
      return z.NEVER;
    }),
});
export type PaymentsConfig = z.infer<typeof paymentsConfigSchema>;

/** Injection token for {@link PaymentsConfig}. */
export const PAYMENTS_CONFIG = configToken<PaymentsConfig>('PAYMENTS_CONFIG');
