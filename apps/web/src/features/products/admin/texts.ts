import { countOf } from '../../../lib/text/format';
import { defineMessages } from '../../../lib/text/messages';

/** Texts of the admin's list of products. */
export const adminProductsText = defineMessages({
  en: {
    caption: 'All products',
    search: 'Search all products',
    farm: 'Farm',
    anyFarm: 'Every farm',
    waiting: (n: number) =>
      n === 1
        ? 'One product waits for your yes.'
        : `${countOf(n, 'product', 'products')} wait for your yes.`,
    lookAt: 'Show what waits',
    none: 'No products found',
    noneWaiting: 'Nothing waits for your yes.',
    look: 'Look',
    lookOf: (name: string) => `Look at ${name}`,
    takeDown: 'Take down',
    release: 'Release',
    approve: 'Approve',
    sendBack: 'Send back',
    stepOf: (step: string, name: string) => `${step}: ${name}`,
    takeDownTitle: (name: string) => `Take ${name} down?`,
    takeDownBody: 'Shoppers can no longer buy it. Selling it again then needs an admin’s yes.',
    sendBackTitle: (name: string) => `Send ${name} back?`,
    sendBackBody: 'It becomes a draft again, to be changed by its farm.',
    reasonHint: 'The farm reads this, and the audit log keeps it.',
    keep: 'Leave it',
    done: {
      live: (name: string) => `${name} is on sale`,
      paused: (name: string) => `${name} is taken down`,
      draft: (name: string) => `${name} is sent back`,
      archived: (name: string) => `${name} is archived`,
    },
    failed: (name: string) => `${name} stayed as it was`,
    conflict: 'It changed meanwhile. Look at it again and repeat the step.',
    because: 'Taken down:',
    byFarm: (farm: string) => `From ${farm}`,
    noDescription: 'The farm has written nothing about it.',
    noPictures: 'It has no pictures.',
    unsaid: 'Nobody has said what it shows',
    comparable: 'To compare',
    nothing: 'nothing',
    toShop: 'See it in the shop',
  },
});
