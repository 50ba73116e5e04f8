import type { StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** The currency of the market. */
const CURRENCY = 'usd';

/** What came of the typed card. `invalid`: the fields say what is wrong with it. `why` is a text of Stripe. */
export type Collected =
  | { readonly state: 'collected'; readonly tokens: string[] }
  | { readonly state: 'invalid' }
  | { readonly state: 'failed'; readonly why?: string | undefined };

/** Stripe's own card fields in the page: what is typed into them goes to Stripe alone. */
export interface StripeFields {
  readonly setCents: (cents: number) => void;
  /** So many tokens of the typed card: Stripe accepts each for one payment. */
  readonly collect: (payments: number, save: boolean) => Promise<Collected>;
  readonly unmount: () => void;
}

/** Stripe's script, requested at the first call, and again after a failure. */
async function stripeOf(publishableKey: string) {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe runs in a browser only');
  return stripe;
}

function isDark(at: Element): boolean {
  const { colorScheme } = getComputedStyle(at);
  return colorScheme.includes('light')
    ? colorScheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches
    : colorScheme.includes('dark');
}

/** Shows the fields; resolves once they can be used. */
export async function mountStripeFields(
  at: HTMLElement,
  publishableKey: string,
  cents: number,
): Promise<StripeFields> {
  const stripe = await stripeOf(publishableKey);
  const elements = stripe.elements({
    mode: 'payment',
    amount: cents,
    currency: CURRENCY,
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    appearance: { theme: isDark(at) ? 'night' : 'stripe' },
  });
  const element = elements.create('payment', {
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  });
  await new Promise<void>((resolve, reject) => {
    element.on('ready', () => resolve());
    element.on('loaderror', ({ error }) => reject(new Error(error.message)));
    element.mount(at);
  });
  return {
    setCents: (amount) => void elements.update({ amount }),
    collect: async (payments, save) => {
      // the server says the same of the payment, and Stripe wants both to agree
      await elements.update({ setupFutureUsage: save ? 'off_session' : null });
      const submitted = await elements.submit();
      if (submitted.error) return refused(submitted.error);
      const tokens: string[] = [];
      while (tokens.length < payments) {
        const made = await stripe.createConfirmationToken({ elements });
        if (made.error) return refused(made.error);
        tokens.push(made.confirmationToken.id);
      }
      return { state: 'collected', tokens };
    },
    unmount: () => element.destroy(),
  };
}

const refused = ({ type, message }: StripeError): Collected =>
  type === 'validation_error' ? { state: 'invalid' } : { state: 'failed', why: message };

/** Shows what the bank asks, by its payment's secret. Throws if Stripe's script cannot be loaded. */
export async function answerStripeChallenge(
  publishableKey: string,
  clientSecret: string,
): Promise<void> {
  const stripe = await stripeOf(publishableKey);
  // whatever came of it, also that nothing is asked any more: the server asks Stripe afterwards
  await stripe.handleNextAction({ clientSecret }).catch(() => undefined);
}
