import * as z from 'zod';
import { daySchema, type MarketFeeRule } from '#libs/contracts';
import { configToken, oneOf, platformConfigSchema } from '#libs/platform';

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

/** What Stripe needs. */
const STRIPE = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'STRIPE_ACCOUNT',
] as const;

/** A text of Stripe's, which says by its beginning what it is. */
const startingWith = (beginning: string) =>
  z.string().startsWith(beginning, `it must start with ${beginning}`).optional();

export const paymentsConfigSchema = z
  .object({
    NODE_ENV: platformConfigSchema.shape.NODE_ENV,
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
    /** Who takes cards. `test-cards` is built in and moves no money. */
    CARD_PROVIDER: oneOf('none', 'test-cards', 'stripe').default('none'),
    STRIPE_SECRET_KEY: startingWith('sk_'),
    STRIPE_PUBLISHABLE_KEY: startingWith('pk_'),
    /** Of each webhook endpoint, separated by commas; and of former ones, while they are replaced. */
    STRIPE_WEBHOOK_SECRETS: startingWith('whsec_'),
    /** Every payment keeps it, and is never asked about at another account. */
    STRIPE_ACCOUNT: startingWith('acct_'),
    /** By which this shop knows its own payments, if several share the account. */
    STRIPE_MARKET: z.string().default('farmgate'),
    /** Stripe's API, if it is not at its usual address: a stand-in for tests, or a proxy. */
    STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  })
  .superRefine((config, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (config.CARD_PROVIDER === 'test-cards' && config.NODE_ENV === 'production')
      wrong('CARD_PROVIDER', 'test cards pay nothing, so they are refused in production');
    if (config.CARD_PROVIDER !== 'stripe') return;
    for (const name of STRIPE) if (!config[name]) wrong(name, 'Stripe needs it');
    if (config.STRIPE_API_URL?.startsWith('http:') && config.NODE_ENV === 'production')
      wrong('STRIPE_API_URL', 'keys are sent there, so it must be https in production');
  });
export type PaymentsConfig = z.infer<typeof paymentsConfigSchema>;

/** Injection token for {@link PaymentsConfig}. */
export const PAYMENTS_CONFIG = configToken<PaymentsConfig>('PAYMENTS_CONFIG');
