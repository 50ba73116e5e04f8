import { loadStripe } from '@stripe/stripe-js/pure';

/** The currency of the market. */
const CURRENCY = 'usd';

/** Stripe's own card fields in the page: what is typed into them goes to Stripe alone. */
export interface StripeFields {
  readonly setCents: (cents: number) => void;
  /** A token of the typed card; null if the fields say what is wrong with it. */
  readonly collect: (save: boolean) => Promise<string | null>;
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
    collect: async (save) => {
      // the server says the same of the payment, and Stripe wants both to agree
      await elements.update({ setupFutureUsage: save ? 'off_session' : null });
      if ((await elements.submit()).error) return null;
      const { confirmationToken } = await stripe.createConfirmationToken({ elements });
      return confirmationToken?.id ?? null;
    },
    unmount: () => element.destroy(),
  };
}

/** Shows what the bank asks, by its payment's secret. Throws if Stripe's script cannot be loaded. */
export async function answerStripeChallenge(
  publishableKey: string,
  clientSecret: string,
): Promise<void> {
  const stripe = await stripeOf(publishableKey);
  // whatever came of it, also that nothing is asked any more: the server asks Stripe afterwards
  await stripe.handleNextAction({ clientSecret }).catch(() => undefined);
}
