import { defineMessages } from '../../lib/text/messages';

/** Texts of the landing page; headline and blocks are specified (docs/product.md, Purpose). */
export const landingText = defineMessages({
  en: {
    title: 'Fresh From Farm to Your Table',
    headline: ['Fresh From Farm', 'to Your', 'Table'],
    eyebrow: 'The live farm market',
    lead: 'See what was picked this morning, fill one basket at many farms, and follow it to your door.',
    shopNow: 'Shop Now',
    joinAsFarmer: 'Join as Farmer',
    pickedNow: (count: number) =>
      count === 1 ? '1 harvest in the last 24 h' : `${count} harvests in the last 24 h`,
    freshStall: 'On the stall right now',
    why: 'Why Choose Farmgate',
    reasons: {
      fresh: {
        title: 'Fresh & Organic',
        text: 'Every product carries its harvest date and its farm. You see how fresh it is before you buy.',
      },
      fast: {
        title: 'Fast Delivery',
        text: 'Same-day delivery in most areas, or pick it up at the farm if you like the drive.',
      },
      local: {
        title: 'Support Local',
        text: 'You buy from the farm itself. It sees your order the moment you place it.',
      },
      quality: {
        title: 'Quality Guaranteed',
        text: 'A 100% satisfaction guarantee: if it is not right, the farm makes it right.',
      },
    },
    farms: 'The farms behind it',
    allFarms: 'All farms',
    allProducts: 'All products',
    testimonials: 'What people say',
    sample: 'Sample',
    carousel: 'carousel',
    about: ', about ',
    stars: (stars: number) => `${stars} of 5 stars`,
    pause: 'Pause',
    play: 'Play',
    showNumber: (n: number, of: number) => `Show ${n} of ${of}`,
    closingTitle: 'Dinner starts at the farm gate',
    closingText: 'Open an account in a minute. Looking around needs none.',
    getStarted: 'Get Started Today',
  },
});
