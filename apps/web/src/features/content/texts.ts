import { countOf } from '../../lib/text/format';
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

/**
 * Marketing texts of the operator, to be changed here. The figures are not from this database; where the app has live
 * counts, it shows those.
 */
export const marketing = {
  /** The operator's claims (docs/product.md, About). */
  claims: [
    { figure: '500+', of: 'farms' },
    { figure: '10,000+', of: 'customers' },
    { figure: '50,000+', of: 'products' },
    { figure: '24/7', of: 'delivery' },
  ],
  /** Shown while there are no reviews, and marked as samples. */
  testimonials: [
    {
      text: 'The tomatoes taste like the ones my grandmother grew. They were on the vine yesterday.',
      name: 'Sarah Johnson',
      role: 'Home cook',
    },
    {
      text: 'The tomatoes taste like the ones my grandmother grew. They were on the vine yesterday.',
      name: 'Sarah Johnson',
      role: 'Home cook',
    },
    {
      text: 'The tomatoes taste like the ones my grandmother grew. They were on the vine yesterday.',
      name: 'Sarah Johnson',
      role: 'Home cook',
    },
  ],
  team: [
    { name: 'Maya Lindqvist', role: 'Market keeper', image: '/produce/farmer-woman.svg' },
    { name: 'Tom Okafor', role: 'Farm relations', image: '/produce/farmer.svg' },
    { name: 'Ines Vidal', role: 'Routes and vans', image: '/produce/delivery-truck.svg' },
  ],
} as const;

/** Texts of the About page. */
export const aboutText = defineMessages({
  en: {
    title: 'About us',
    headline: 'We shortened the road from field to fork',
    lead: 'Farmgate is a market hall without the hall: farms put out what they picked, you see it the same minute, and nothing stands between the two of you.',
    explore: 'Explore Our Farms',
    watch: 'Watch Our Story',
    statsTitle: 'The market in figures',
    statsNote: 'Figures by the operator of this market.',
    tabsLabel: 'What drives us',
    tabs: {
      mission: {
        label: 'Our mission',
        title: 'Good food, short roads, fair money',
        text: [
          'Half of what a lettuce costs in a shop is the road it took. We take the road out: the farm names its price, and you pay exactly that.',
          'Every product says when it was picked and by whom. Freshness is a fact here, not an adjective.',
        ],
      },
      story: {
        label: 'Our story',
        title: 'It began with a chalkboard',
        text: [
          'A chalkboard at a farm gate said what was ripe. By noon half of it was wrong, and people had driven an hour for strawberries that were gone.',
          'So we made a board that is never wrong. Farm tracking shows what is on each stall right now, same-day delivery brings it while it is fresh, a quality guarantee stands behind it, and seasonal recommendations tell you what to look forward to.',
        ],
      },
      impact: {
        label: 'Our impact',
        title: 'Less waste, more farm',
        text: [
          'Farms pick what is ordered. What is left in the evening shows as “the last few” and finds a kitchen instead of a compost heap.',
          'The money stays in the county: you pay the farm, at its door or at yours.',
        ],
      },
    },
    valuesTitle: 'What we hold to',
    values: [
      {
        title: 'Honest stock',
        text: 'What the page says is there, is there. It sells out once, not twice.',
      },
      {
        title: 'Named growers',
        text: 'Every carrot has a farm, and every farm a face and a gate.',
      },
      { title: 'Seasons first', text: 'No strawberries in December. Something better instead.' },
      { title: 'Plain prices', text: 'Price per unit, one delivery fee, no small print.' },
    ],
    whyTitle: 'Why choose us',
    storyTitle: 'Our story in four pictures',
    storySlides: [
      {
        picture: 'farmhouse',
        text: 'Five in the morning. The lamp in the barn is on, and the first crates are empty.',
      },
      {
        picture: 'carrot',
        text: 'By seven the carrots are out of the ground. The farm counts them, and the stall fills on every screen.',
      },
      {
        picture: 'basket',
        text: 'At noon somebody in town takes two bunches. The farm hears it at once, and the stall shows two less.',
      },
      {
        picture: 'delivery-truck',
        text: 'In the evening they are soup. The field was twelve miles away.',
      },
    ],
    voices: 'What people say',
    carousel: 'Voices, one after the other',
    teamTitle: 'Who keeps the market',
    ctaTitle: 'Come and see what is ripe',
    shop: 'Shop Now',
    partner: 'Become a Partner Farm',
  },
});

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
        text: 'Customers pay you at the door. The market keeps a share of the goods, settled monthly.',
      },
    ],
    feeTitle: 'What it costs',
    /** `fee` in percent. */
    fee: (fee: string) => `${fee} % of the goods, settled monthly. Nothing else.`,
    example: ({ paid, kept, fee, rate }: Record<'paid' | 'kept' | 'fee' | 'rate', string>) =>
      `Of ${paid} you get ${kept}: ${fee} is the market’s ${rate} %.`,
    deliveryIsYours: 'Delivery fees go to the farms that deliver, without a share for the market.',
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
        answer:
          'Yes. Start a holiday: the page stays, buying rests until you are back. You say what becomes of orders for those days.',
      },
      {
        question: 'Which days do I have to be there?',
        answer:
          'Those that you choose. You say your days for pickup and delivery once, how many orders each takes and until when, and can close any of them.',
      },
    ],
    apply: 'Apply with your farm',
  },
});

/** Texts of the Contact page. */
export const contactText = defineMessages({
  en: {
    title: 'Get in Touch',
    lead: 'A question about an order, a farm that wants a stall, a carrot with two legs: write to us.',
    email: 'E-mail',
    phone: 'Phone',
    address: 'Address',
    hours: 'Business hours',
    openNow: 'Open now',
    closedNow: 'Closed now',
    mapTitle: 'Where we are',
    mapText: 'The market hall stands at the depot, two minutes from the station.',
    mapLink: 'Open a map',
    formTitle: 'Write to us',
    formHint: 'We answer by e-mail. 4,000 characters at most.',
    firstName: 'First name',
    lastName: 'Last name',
    emailField: 'E-mail address',
    subject: 'Subject',
    message: 'Message',
    send: 'Send message',
    honeypot: 'Website',
    sent: 'Your message is with us',
    sentText: (reference: string) => `Its number is ${reference}. We answer by e-mail.`,
    wrong: {
      firstName: 'Enter your first name',
      lastName: 'Enter your last name',
      email: 'Enter an e-mail address such as ada@example.org',
      subject: 'Say in a few words what it is about',
      message: 'Write your message',
    },
  },
});

/** Texts of the admin's contact messages. */
export const messagesText = defineMessages({
  en: {
    tabsLabel: 'Messages by state',
    tabs: { open: 'Open', answered: 'Answered', all: 'All' },
    failed: 'The messages could not be loaded',
    none: {
      open: 'Every message is answered.',
      answered: 'No message was answered yet.',
      all: 'Nobody has written yet.',
    },
    noneHint: 'What people send by the contact form appears here by itself.',
    found: (n: number) => countOf(n, 'message', 'messages'),
    showMore: 'Show older messages',
    from: (name: string, email: string) => `${name}, ${email}`,
    open: 'Open',
    answered: 'Answered',
    reply: 'Reply by e-mail',
    replySubject: (subject: string, reference: string) => `Re: ${subject} [${reference}]`,
    markAnswered: 'Mark as answered',
    markOpen: 'Open again',
    for: (what: string, reference: string) => `${what}: ${reference}`,
    changeFailed: 'The message could not be changed',
    conflict: 'Somebody else changed it meanwhile. It is shown as it is now.',
    offline: 'Needs a connection',
    announce: (subject: string) => `New message: ${subject}.`,
  },
});
