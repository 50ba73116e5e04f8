import { countOf } from '../../../lib/text/format';
import { defineMessages } from '../../../lib/text/messages';

/** Texts of the admin's reviews. */
export const allReviewsText = defineMessages({
  en: {
    failed: 'The reviews could not be loaded',
    show: 'Show',
    all: 'All reviews',
    visible: 'In view',
    hidden: 'Taken from view',
    found: (n: number) => countOf(n, 'review', 'reviews'),
    none: 'No reviews yet.',
    noneHint: 'They appear here by themselves.',
    noneFound: 'No review has this state.',
    showAll: 'Show all reviews',
    caption: 'Reviews, newest first',
    review: 'Review',
    product: 'Product',
    date: 'Date',
    state: 'State',
    stars: (n: number) => `${n} of 5 stars`,
    by: (author: string) => `by ${author}`,
    because: (reason: string) => `“${reason}”`,
    hide: 'Take from view',
    hideOf: (author: string, product: string) =>
      `Take from view: the review of ${product} by ${author}`,
    restore: 'Show again',
    restoreOf: (author: string, product: string) =>
      `Show again: the review of ${product} by ${author}`,
    hideTitle: 'Take this review from view?',
    hideBody:
      'Customers no longer see it and its stars no longer count. Its writer is told your reason.',
    restoreTitle: 'Show this review again?',
    restoreBody:
      'Everybody sees it again and its stars count. Your reason stands in the audit log.',
    reasonHint: 'Stands in the audit log.',
    keep: 'Leave it as it is',
    isHidden: 'The review is out of view',
    isShown: 'The review is in view again',
    stepFailed: 'The review could not be changed',
    conflict: 'The review changed meanwhile. Please look again.',
    offline: 'Needs a connection',
    more: 'Show more reviews',
  },
});
