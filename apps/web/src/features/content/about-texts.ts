import { defineMessages } from '../../lib/text/messages';

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
