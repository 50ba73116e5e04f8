import type { Stars } from '#libs/contracts';

interface Words {
  readonly rating: Stars;
  readonly title: string | null;
  readonly text: string;
}

interface Phrases {
  readonly rating: Stars;
  readonly titles: readonly (string | null)[];
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** Texts of the demo customers' reviews; each fits any product, and every first sentence fits every second one. */
const phrases: readonly Phrases[] = [
  {
    rating: 5,
    titles: ['The best on our table', null, 'Worth every cent', null, 'Fresh for days', null],
    first: [
      'It tastes the way my grandmother said things used to.',
      'It came cool, clean and well packed.',
      'The children ask for it by the name of the farm now.',
      'Just as described, and a little more in the box than I had paid for.',
      'My neighbour asked where it was from before she had finished hers.',
      'This one never reached the refrigerator.',
      'I had forgotten how much taste there can be in so simple a thing.',
      'The third time now, and every time as good as the first.',
    ],
    second: [
      'We finished it in one evening.',
      'Ordered again the same night.',
      'It is on the list for every week now.',
      'What is left of it is worth a detour.',
      'The people at the farm knew just what to do with it.',
      'I will not buy it anywhere else.',
      'Even the leftovers were good the next day.',
      'Thank you to whoever got up early for it.',
    ],
  },
  {
    rating: 4,
    titles: ['Very good', null, 'Nearly perfect', null],
    first: [
      'Lovely taste, and one or two pieces that had seen better days.',
      'Good value, and friendly people at the handover.',
      'Great quality, though it came towards the end of the day.',
      'Solid, week after week.',
      'Better than what we had before, by a good way.',
      'A fine thing, if a little smaller than in the picture.',
    ],
    second: [
      'Nothing that mattered in the kitchen.',
      'I would like a bigger one.',
      'So we had it the next evening.',
      'Some weeks there is less of it, as it is with real farms.',
      'I would take it again without a second thought.',
      'A word on how to keep it would help.',
    ],
  },
  {
    rating: 3,
    titles: ['Fine, not special', null],
    first: [
      'Nothing wrong with it.',
      'Half of it was excellent, the other half a little tired.',
      'It was all right.',
      'The last one was better than this.',
    ],
    second: [
      'I had hoped for more taste at this price.',
      'We will try another farm once and come back.',
      'Perhaps I kept it for too long.',
      'For soup it did well enough.',
    ],
  },
  {
    rating: 2,
    titles: ['Not this time', null],
    first: [
      'Usually very good, but this one had been out for too long.',
      'It looked better in the picture.',
      'I had looked forward to it more.',
    ],
    second: [
      'The farm was kind about it, which counts.',
      'I hope it was only that day.',
      'Next time I ask before I order.',
    ],
  },
];

/** Weights of the ratings, of 13 in all. */
const shares: Partial<Record<Stars, number>> = { 5: 6, 4: 4, 3: 2, 2: 1 };

/** Ratings repeated by weight, to choose from. */
export const ratings: readonly Stars[] = phrases.flatMap(({ rating }) =>
  Array.from({ length: shares[rating] ?? 0 }, () => rating),
);

/** All possible reviews by rating; no text occurs twice. */
export function reviewWords(): ReadonlyMap<Stars, Words[]> {
  return new Map(
    phrases.map(({ rating, titles, first, second }) => [
      rating,
      first.flatMap((one, at) =>
        second.map((other, index) => ({
          rating,
          title: titles[(at + index) % titles.length] ?? null,
          text: `${one} ${other}`,
        })),
      ),
    ]),
  );
}

/** A farm's replies, to good reviews and to the others. */
export const thanks = [
  'Thank you! We will tell the people in the field, who do not hear it often enough.',
  'That made our morning. See you next week.',
  'Thank you for writing. It is read out at breakfast here.',
] as const;
export const apologies = [
  'Thank you for telling us, and sorry about that. We have changed how we store it.',
  'You are right, that is not our best. Write to us and the next one is on the house.',
] as const;
