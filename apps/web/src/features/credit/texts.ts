import { formatNumber } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

export const creditText = defineMessages({
  en: {
    title: 'Store credit',
    lead: 'What farms gave you back as credit. Use it at the checkout, at any farm.',
    balance: 'You have',
    failed: 'Your store credit could not be loaded',
    entries: 'What changed it, newest first',
    none: 'You have no store credit',
    noneHint: 'If something is wrong with what you got, a farm can give you credit for it.',
    more: 'Show earlier changes',
    found: (n: number) => (n === 1 ? '1 change' : `${formatNumber(n)} changes`),
    changed: (balance: string) => `You have ${balance} of store credit now.`,
    kinds: {
      used: 'Used for',
      returned: 'Not needed for',
      given: 'Given back for',
      taken: 'Taken back for',
    },
    order: (code: string) => `order ${code}`,

    tick: (dollars: string) => `Use ${dollars} store credit`,
    leaves: (balance: string, rest: string) => `You have ${balance}. Then ${rest} is left to pay.`,
    paysAll: (balance: string) => `You have ${balance}. Then nothing is left to pay.`,
    retry: 'Try again',
  },
});
