import { amountOf, countOf } from '../../../lib/text/format';
import { defineMessages } from '../../../lib/text/messages';

/** Texts of the farmer's reviews and replies. */
export const farmReviewsText = defineMessages({
  en: {
    failed: 'The reviews could not be loaded',
    list: 'Reviews, newest first',
    show: 'Show',
    all: 'All reviews',
    open: 'Without a reply',
    answered: 'With a reply',
    sum: (total: number, open: number) =>
      `${countOf(total, 'review', 'reviews')}, ${open === 0 ? 'none waits' : open === 1 ? '1 waits' : `${amountOf(open)} wait`} for a reply`,
    empty: 'No reviews yet.',
    emptyHint: 'Customers can write one when their goods have arrived. It appears here by itself.',
    emptyOpen: 'Every review has a reply.',
    emptyAnswered: 'You have not replied to a review yet.',
    showAll: 'Show all reviews',
    toOrders: 'Look at your orders',
    more: 'Show more reviews',
    stars: (n: number) => `${n} of 5 stars`,
    by: (author: string, date: string) => `${author}, ${date}`,
    edited: 'edited',
    yourReply: 'Your reply',
    reply: 'Reply',
    replyTo: (author: string, product: string) => `Reply to ${author} about ${product}`,
    edit: 'Change the reply',
    editOf: (author: string, product: string) => `Change the reply to ${author} about ${product}`,
    dialog: 'Your reply',
    words: 'What you say',
    wordsHint: 'Everybody reads it under the review.',
    missing: 'Write what you want to say.',
    send: 'Publish the reply',
    keep: 'Not now',
    sent: 'Your reply is published',
    conflict: 'The review changed meanwhile. Please read it again before you reply.',
    offline: 'Needs a connection',
    arrived: (product: string) => `New review of ${product}.`,
  },
});
