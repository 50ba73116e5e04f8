import { countOf } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

/** Texts of reports of problems with what came. */
export const problemsText = defineMessages({
  en: {
    kinds: {
      missing: 'It is missing',
      damaged: 'It is damaged',
      quality: 'It is not good',
      wrong_item: 'Something else came',
      other: 'Something else is wrong',
    },
    line: (amount: string, name: string) => `${amount} ${name}`,
    pictures: 'Pictures of the problem',
    picture: (n: number) => `Picture ${n} of the problem`,
    reported: (name: string, moment: string) => `Reported by ${name}, ${moment}`,
    sent: (farm: string) => `Sent to ${farm}. The answer comes here by itself.`,
    waits: 'Waits for an answer',
    open: 'Open',
    answered: 'Answered',
    quoted: (words: string) => `“${words}”`,
    answeredBy: (who: string, moment: string) => `Answered by ${who}, ${moment}`,
    market: 'Farmgate',
    outcomes: {
      card: (dollars: string) => `${dollars} goes back to the card.`,
      pay_on_handover: (dollars: string) => `The farm pays ${dollars} back.`,
      credit: (dollars: string) => `${dollars} of store credit, for the next order at any farm.`,
      none: 'Nothing is refunded.',
    },
    announcedOpen: (code: string) => `A problem with order ${code} was reported.`,
    announcedAnswer: (code: string) => `The report about order ${code} was answered.`,
    howMuch: 'How much of it?',
    offline: 'Needs a connection',
    cancel: 'Not now',
  },
});

/** Texts of a new report. */
export const reportText = defineMessages({
  en: {
    report: 'Report a problem',
    reportOf: (farm: string) => `Report a problem with what came from ${farm}`,
    until: (day: string) => `You can report a problem until ${day}.`,
    allOpen: 'All of it is reported already',
    lead: (farm: string) =>
      `Mark what is wrong. ${farm} sees it at once and answers with a refund, store credit or a reason.`,
    lines: 'What is wrong?',
    linesMissing: 'Please mark at least one product.',
    isReported: 'Reported already',
    came: (amount: string) => `${amount} came`,
    kindOf: (name: string) => `What is wrong with ${name}?`,
    text: 'In your words',
    textHint: 'What should the farm know?',
    textMissing: 'Please say what is wrong.',
    pictures: 'Pictures',
    picturesHint: (max: number) => `Up to ${max}; they help the farm to decide.`,
    add: 'Add pictures',
    full: 'That is the most',
    remove: (n: number) => `Remove picture ${n}`,
    kept: 'What you have entered is kept while you are here.',
    stillUploading: 'A picture is still being uploaded',
    send: 'Send the report',
    done: 'The farm has your report',
  },
});

/** Texts of an answer. */
export const answerText = defineMessages({
  en: {
    answer: 'Answer',
    answerOf: (code: string) => `Answer the report about ${code}`,
    how: 'Your answer',
    outcomes: { tender: 'Refund', credit: 'Store credit', none: 'No refund' },
    hints: {
      card: 'It goes back to the customer’s card.',
      pay_on_handover: 'The farm pays it back to the customer, in cash or as you agree.',
      credit: 'The customer can use it for the next order, at any farm.',
      none: 'Both agreed on something else, or nothing is owed. The customer reads the reason.',
    },
    lines: 'What is given back',
    amountOf: (name: string) => `Refund of ${name}`,
    most: (dollars: string) => `At most ${dollars}`,
    tooHigh: (dollars: string) => `Not more than ${dollars}.`,
    missing: 'Please enter an amount above zero for at least one product.',
    total: 'Together',
    cost: (dollars: string, fee: string) =>
      `It costs the farm about ${dollars}: the market gives its fee of about ${fee} back.`,
    reason: 'A word to the customer',
    reasonNeeded: 'Reason',
    reasonMissing: 'Please say why.',
    meanwhile: 'Somebody else has answered it meanwhile.',
    send: { tender: 'Refund it', credit: 'Give store credit', none: 'Send the answer' },
    done: 'The customer has your answer',
  },
});

/** Texts of the lists of reports. */
export const reportsText = defineMessages({
  en: {
    lead: 'What customers report about what came, and the answers.',
    failed: 'The reports could not be loaded',
    tabs: 'Reports by state',
    none: { open: 'No report is open', answered: 'No report was answered yet' },
    noneHint: 'What a customer reports appears here by itself.',
    found: (n: number) => countOf(n, 'report', 'reports'),
    more: 'Show more reports',
    toOrders: 'Look at the orders',
  },
});
