import { defineMessages } from '../../lib/text/messages';

/** Texts for farmers about how selling works. */
export const sellingText = defineMessages({
  en: {
    title: 'Farms',
    lead: 'Meet the farms of the market, or bring your own.',
    directory: 'Our farms',
    sellTitle: 'Sell what you grow',
    sellLead: 'A stall that is open when you are in the field.',
    steps: [
      {
        title: 'Apply',
        text: 'Tell us what you grow and how people get it. An admin looks at every farm.',
      },
      {
        title: 'Fill your stall',
        text: 'Name, price, unit, harvest date, and how much there is. It is live at once.',
      },
      {
        title: 'Hear each order',
        text: 'It appears the moment it is placed. Accept it, pack it, send it.',
      },
      {
        title: 'Get paid',
        text: 'Customers pay at the door. What they pay for your goods is yours.',
      },
    ],
    faqTitle: 'Questions from farms',
    faq: [
      {
        question: 'Who sets the price?',
        answer:
          'You do, per unit, and you can change it at any time. Orders keep the price they were placed at.',
      },
      {
        question: 'What if I run out?',
        answer:
          'The market never sells more than you have. The last bunch is sold once, to one customer.',
      },
      {
        question: 'Can I take a break?',
        answer: 'Yes. Pause your products: the page stays, buying rests.',
      },
    ],
    apply: 'Apply with your farm',
  },
});
