import { defineMessages } from '../../../lib/text/messages';

const orders = (n: number) => `${n} ${n === 1 ? 'order' : 'orders'}`;

/** Texts of changed orders on the farm's screens, and of shorts. */
export const shortsText = defineMessages({
  en: {
    amountOf: (coming: string, ordered: string) => `${coming} of ${ordered}`,
    nothingComes: (ordered: string) => `none of ${ordered}`,
    changed: 'Changed',
    changedAfterAccept: 'Changed after you accepted',
    cancelled: 'Cancelled by the customer',
    cancelledByAdmin: 'Cancelled by Farmgate',
    whoAndWhen: (who: string, time: string) => `${who}, ${time}`,
    admin: 'Farmgate',
    because: (reason: string) => `“${reason}”`,
    seen: 'Got it',
    seenOf: (code: string) => `Got it, order ${code}`,
    added: 'Added',
    removed: 'Removed',
    addedAndRemoved: 'Added and removed',
    changedBack: 'Changed back',
    was: (amount: string) => `was ${amount}, now `,
    announce: (n: number, code: string) =>
      n === 1 ? `Order ${code} was changed.` : `${n} orders were changed, the last is ${code}.`,
    announceCancelled: (code: string) => `Order ${code} was cancelled.`,
    columnChanged: (n: number) => `, ${n} changed`,

    short: 'Short',
    shortOf: (about: string) => `Short, ${about}`,
    partTitle: (code: string) => `What comes of order ${code}?`,
    productTitle: (name: string) => `How much ${name} is there?`,
    body: 'The customer pays only for what comes, and reads your reason. You can raise it again until the handover, up to what was ordered.',
    all: 'All of it',
    split: 'Who ordered first gets theirs first. You can share it in another way.',
    ordered: (amount: string) => `ordered ${amount}`,
    ends: 'Nothing of the order is left: it is declined.',
    reasonHint: 'The customer reads this; you can leave it empty.',
    changes: (n: number) => (n === 0 ? 'Change orders' : `Change ${orders(n)}`),
    nothing: 'Nothing is changed yet',
    noLonger: 'This can no longer be changed',
    changedMeanwhile: 'The order has changed meanwhile. Look at the amounts again.',
  },
});
