import type { Stars } from '#libs/contracts';

interface Words {
  readonly rating: Stars;
  readonly title: string | null;
  readonly text: string;
}

/** Reviews of the demo customers; they fit any product. */
export const reviewWords: readonly Words[] = [
  {
    rating: 5,
    title: 'The best on our table',
    text: 'You can taste that it was picked the day before. We finished it in one evening.',
  },
  {
    rating: 5,
    title: null,
    text: 'Arrived cool, clean and well packed. Ordered again the same night.',
  },
  {
    rating: 5,
    title: 'Worth every cent',
    text: 'My grandmother said it tastes the way things used to. She does not say that lightly.',
  },
  {
    rating: 5,
    title: 'Fresh for days',
    text: 'Still crisp after five days in the drawer, which never happens with the supermarket.',
  },
  { rating: 5, title: null, text: 'The children ask for this one by the name of the farm now.' },
  {
    rating: 5,
    title: 'Exactly as described',
    text: 'Just as in the description, and a little more in the box than I had paid for. Thank you!',
  },
  {
    rating: 4,
    title: 'Very good',
    text: 'Lovely taste. One or two pieces were bruised, nothing that mattered in the pan.',
  },
  {
    rating: 4,
    title: null,
    text: 'Good value and friendly people at the pickup. I would like a bigger bundle.',
  },
  {
    rating: 4,
    title: 'Nearly perfect',
    text: 'Great quality. It came towards the end of the day, so we cooked it the next evening.',
  },
  {
    rating: 4,
    title: null,
    text: 'Solid every week. Some weeks smaller than others, as it is with real farms.',
  },
  {
    rating: 3,
    title: 'Fine, not special',
    text: 'Nothing wrong with it, but I had hoped for more taste at this price.',
  },
  { rating: 3, title: null, text: 'Half of it was excellent, the other half a little tired.' },
  {
    rating: 2,
    title: 'Not this time',
    text: 'Usually very good, but this one had been out in the sun too long.',
  },
];

/** Replies of a farm, to good reviews and to the others. */
export const thanks = [
  'Thank you! We will tell the people in the field, who do not hear it often enough.',
  'That made our morning. See you next week.',
  'Thank you for writing. The next ones are already in the ground.',
] as const;
export const sorries = [
  'Thank you for telling us, and sorry about that. We will pick later in the day in this heat.',
  'You are right, that is not our best. Write to us and the next one is on the house.',
] as const;
