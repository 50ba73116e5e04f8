import { defineMessages } from '../../lib/messages';

/** Texts of FAQ, shipping, returns and privacy. */
export const helpText = defineMessages({
  en: {
    faq: {
      title: 'FAQ',
      lead: 'The questions we hear most.',
      items: [
        {
          question: 'How fresh is “fresh”?',
          answer:
            'Each product says how long ago it was picked, to the hour. Most greens and berries on the market are less than a day old.',
        },
        {
          question: 'Can I order from several farms at once?',
          answer:
            'Yes. It is one basket and one order. Each farm packs its own part, and you see the state of each part on the order page.',
        },
        {
          question: 'What if something sells out while I shop?',
          answer:
            'The page shows it at once. Nothing in your cart changes silently: you are told what fell and choose whether to keep what is left.',
        },
        {
          question: 'How do I pay?',
          answer: 'On delivery or pickup, in cash or by card at the door.',
        },
        {
          question: 'Can I cancel?',
          answer:
            'Until a farm accepts its part, you can cancel that part on the order page. The other farms’ parts are not affected.',
        },
        {
          question: 'Do I need an account to look around?',
          answer:
            'No. You need one to order. What you put in the cart before signing in joins it then.',
        },
      ],
    },
    shipping: {
      title: 'Shipping Information',
      lead: 'One fee for the whole order, however many farms it comes from.',
      fee: (fee: string) => `Delivery costs ${fee} per order.`,
      free: (over: string) => `Free delivery on orders over ${over}.`,
      freeExact: (over: string) =>
        `What counts is the goods in one order: exactly ${over} still pays the fee, one cent more is free.`,
      unknown: 'The current fee is shown in your cart.',
      sections: [
        {
          title: 'When it comes',
          text: [
            'Same-day delivery in most areas for orders that the farm has packed by noon; else the next market day. The order page shows the step of each farm’s part as it happens.',
          ],
        },
        {
          title: 'Pickup',
          text: [
            'Most farms let you pick up at a named place. Choose it per farm in the cart. An order that is all pickup pays no delivery fee.',
          ],
        },
      ],
    },
    returns: {
      title: 'Returns Policy',
      lead: 'Food does not travel back. So we make it right instead.',
      sections: [
        {
          title: '100% satisfaction guarantee',
          text: [
            'If something is not what you expected, tell us within two days of delivery, with a photo if you can. You get your money back or a new one, as you like.',
          ],
        },
        {
          title: 'Cancelling',
          text: [
            'You can cancel a farm’s part on the order page until the farm accepts it. After that, write to us: we talk to the farm.',
          ],
        },
        {
          title: 'If a farm cannot deliver',
          text: [
            'A farm that declines a part says why. You do not pay for it, and the other parts come as planned.',
          ],
        },
      ],
    },
    privacy: {
      title: 'Privacy Policy',
      lead: 'What we keep, why, and for how long.',
      sections: [
        {
          title: 'What we keep',
          text: [
            'Your name, e-mail address and orders, because an order needs them. Your delivery address goes to the farms of that order, and a farm no longer sees it once you have picked up.',
          ],
        },
        {
          title: 'In your browser',
          text: [
            'A sign-in token, your colour scheme, the products you looked at last, and the cart you fill before signing in. No advertising, no tracking, nothing loaded from other sites.',
          ],
        },
        {
          title: 'Your rights',
          text: [
            'Write to us and we show, correct or delete what we keep about you, except what tax law makes us keep.',
          ],
        },
      ],
    },
  },
});
