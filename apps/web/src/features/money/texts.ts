import { countOf, formatNumber } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

/** Texts of a farm's books. */
export const booksText = defineMessages({
  en: {
    title: 'Money',
    failed: 'The books could not be loaded',
    balances: {
      owes: (dollars: string) => `You owe the market ${dollars}`,
      isOwed: (dollars: string) => `The market owes you ${dollars}`,
      even: 'You and the market are even',
    },
    owesHint: 'Customers pay you at the hand-over, so the market’s share of it is with you.',
    isOwedHint: 'The market pays it to you by bank.',
    evenHint: 'Nobody owes anybody anything.',
    changed: (words: string) => `Your balance has changed. ${words}.`,
    adminNote: 'This is what the farm reads: “you” is the farm.',
    toDesk: 'Back to the money desk',

    statement: (month: string) => `Statement of ${month}`,
    /** The heading on paper. */
    statementOf: (month: string, farm: string) => `${farm}: statement of ${month}`,
    open: 'Open',
    closed: 'Closed',
    openHint: 'What is handed over today is in it at once.',
    closedHint: 'It never changes again; what came later is in the next month.',
    asOf: (moment: string) => `As of ${moment}, and not closed yet.`,
    print: 'Print',
    monthFailed: 'This month could not be loaded',
    none: 'Nothing is booked in this month',
    noneHint: 'Each order that you hand over appears here by itself.',
    toOrders: 'Look at your orders',

    sums: 'What the month adds up to',
    opening: 'Balance before',
    goods: 'Goods handed over',
    marketFee: 'The market’s fee',
    deliveryShare: 'Your delivery fees',
    cashTaken: 'Taken in cash',
    paid: 'Paid by bank',
    corrected: 'Corrected',
    refunds: 'Given back to customers',
    closing: 'Balance',
    monthEarned: ({
      paid,
      kept,
      fee,
      back,
    }: Record<'paid' | 'kept' | 'fee', string> & { back: string | null }) =>
      back === null
        ? `Of ${paid} you get ${kept}: ${fee} is the market’s.`
        : `Of ${paid} you get ${kept}: ${back} was given back, and ${fee} is the market’s.`,
    sign: 'Below zero is what you owe the market; above zero is what it owes you.',

    entries: 'What was booked, newest first',
    entryCount: (n: number) => (n === 1 ? '1 entry' : `${formatNumber(n)} entries`),
    allEntries: (n: number) => `Show all ${formatNumber(n)} entries`,
    when: 'When',
    what: 'What',
    change: 'Change',
    balance: 'Balance',
    order: (code: string) => `Order ${code}`,
    payment: 'Payment',
    correction: 'Correction',
    bookedAs: 'Booked as',
    journal: (kind: string, name: string) => `${name} (${kind})`,
    kinds: {
      cash: 'goods',
      card: 'goods',
      credit_spent: 'goods, by store credit',
      fee: 'market’s fee',
      delivery: 'delivery fee',
      split: 'delivery fee shared',
      refund: 'refund',
      credit_given: 'store credit given',
      payout: 'payment to you',
      payment: 'payment by you',
      correction: 'correction',
      captured: 'taken from the card',
      refunded: 'given back to the card',
      disputed: 'disputed by the customer’s bank',
    },

    earned: ({ paid, kept, fee, rate }: Record<'paid' | 'kept' | 'fee' | 'rate', string>) =>
      `Of ${paid} you get ${kept}: ${fee} is the market’s ${rate}.`,
    earnedBack: ({ paid, kept, fee }: Record<'paid' | 'kept' | 'fee', string>) =>
      `The hand-over was taken back: ${paid}, of which ${kept} were yours and ${fee} the market’s.`,
    creditSpent: (dollars: string) =>
      `Store credit paid ${dollars} of it, so the market has that for you.`,
    refunded: (dollars: string, fee: string) =>
      `You gave the customer ${dollars} back, and the market its fee of ${fee} on it.`,
    refundedBack: (dollars: string, fee: string) =>
      `The refund of ${dollars} and the market’s ${fee} of it were taken back.`,
    collected: (dollars: string) => `You took the delivery fee of ${dollars} in cash.`,
    collectedBack: (dollars: string) =>
      `The delivery fee of ${dollars} that you took in cash was taken back.`,
    kept: (dollars: string) => `The delivery fee of ${dollars}, taken in cash, is yours.`,
    shared: (dollars: string) => `${dollars} of the delivery fee is yours.`,
    sharedBack: (dollars: string) => `${dollars} of the delivery fee is no longer yours.`,
    payout: (dollars: string, day: string) => `The market paid you ${dollars} on ${day}.`,
    payoutBack: (dollars: string) =>
      `${dollars} was taken back from your account at the card provider.`,
    paymentBy: (dollars: string, day: string) => `You paid the market ${dollars} on ${day}.`,
    correctedUp: (dollars: string) => `Corrected: you get ${dollars}.`,
    correctedDown: (dollars: string) => `Corrected: you give ${dollars}.`,
    reference: (words: string) => `Reference: ${words}`,
    reason: (words: string) => `“${words}”`,

    months: 'All months',
    allMonths: (n: number) => `Show all ${formatNumber(n)} months`,
  },
});

/** Texts of how a farm is paid. */
export const payoutsText = defineMessages({
  en: {
    title: 'Payouts',
    failed: 'How you are paid could not be loaded',
    providers: { stripe: 'Stripe', 'test-cards': 'the test bank' },
    states: {
      by_hand: () => 'By bank, from the market.',
      incomplete: (provider: string) => `Your account at ${provider} is not complete.`,
      ready: (provider: string) => `To your account at ${provider}.`,
      restricted: (provider: string) => `Your account at ${provider} is stopped.`,
      returned: () => 'Your bank has returned a payout.',
    },
    hints: {
      by_hand:
        'With an account of your own you get your share of each card payment soon after the hand-over.',
      incomplete: 'It still asks you for data. Until then the market pays you by bank.',
      ready: 'You get your share of each card payment soon after the hand-over, less what you owe.',
      restricted: 'It may want more data of you. Until then the market pays you by bank.',
      returned: 'Look at your data; until then the market pays you by bank.',
    },
    returned: (dollars: string) =>
      `The market owes you these ${dollars} again. Look at your data; until then it pays you by bank.`,
    connect: (provider: string) => `Open an account at ${provider}`,
    data: (provider: string) => `Go to your data at ${provider}`,
    disconnect: 'Be paid by bank again',
    disconnected: 'The market pays you by bank from now on',
    notDone: 'That did not work',
    offline: 'Needs a connection',

    testTitle: 'The test bank',
    testLead:
      'This page stands for the one of the card provider, on which a farm enters its bank account. No money moves.',
    testFinish: 'Enter my data',
    testLeave: 'Later',
    testFailed: 'This account is not yours, or there is no test bank here',
  },
});

/** Texts of the admins' money desk. */
export const deskText = defineMessages({
  en: {
    lead: 'What farms and the market owe each other, and whether the books are as they were written.',
    failed: 'The market’s money could not be loaded',
    figures: 'The market’s money',
    owedByFarms: 'Farms owe the market',
    owedToFarms: 'The market owes farms',
    farmCount: (n: number) => (n === 1 ? '1 farm' : `${formatNumber(n)} farms`),
    storeCredit: 'Customers have as store credit',
    storeCreditHint: 'With what open orders are to spend of it.',
    fees: 'Fees earned',
    feesHint: (dollars: string, month: string, rate: string) =>
      `${dollars} in ${month}; ${rate} of goods now.`,
    held: 'Delivery fees held',
    heldHint: 'Of orders of which something is open.',
    owedByCard: 'Customers owe by card',
    owedByCardHint: 'Handed over, and not taken from the card yet.',

    farms: 'What is owed to whom',
    farmsFailed: 'The balances of the farms could not be loaded',
    noFarms: 'No farm has money in the books yet',
    noFarmsHint: 'A farm appears here by itself with its first hand-over.',
    toOrders: 'Look at the orders',
    farm: 'Farm',
    balance: 'Balance',
    oneFarm: 'A farm',
    balances: {
      owes: (dollars: string) => `Owes the market ${dollars}`,
      isOwed: (dollars: string) => `Is owed ${dollars}`,
      even: 'Even',
    },
    changed: 'The balances of the farms have changed.',
    find: 'Find a farm',
    noneFound: 'No such farm is in the books',
    offline: 'Needs a connection',

    mark: { payment: 'Mark its payment', payout: 'Mark a payout' },
    markOf: {
      payment: (farm: string) => `Mark a payment of ${farm}`,
      payout: (farm: string) => `Mark a payout to ${farm}`,
    },
    correct: 'Correct',
    correctOf: (farm: string) => `Correct the books of ${farm}`,
    paymentBody: (farm: string, dollars: string) =>
      `${farm} owes the market ${dollars}. Mark what it has paid by bank.`,
    payoutBody: (farm: string, dollars: string) =>
      `The market owes ${farm} ${dollars}. Mark what was paid to it by bank.`,
    amount: 'Amount',
    amountMissing: 'Please enter the amount that was paid.',
    tooHigh: (dollars: string) => `Not more than is owed: ${dollars}.`,
    reference: 'Reference',
    referenceHint: 'By which the bank names the payment.',
    referenceMissing: 'Please enter the bank’s reference.',
    paidOn: 'Paid on',
    paidOnMissing: 'Please enter the day of the payment.',
    save: 'Mark it as paid',
    cancel: 'Not now',
    marked: { payment: 'The payment is booked', payout: 'The payout is booked' },
    balanceChanged: (before: string, now: string) =>
      `The balance has changed. You saw: ${before}. It is: ${now}.`,
    nothingOwed: 'Nothing is owed any more',

    check: 'The check of the books',
    neverChecked: 'The books were not checked yet.',
    allRight: (journals: number, orders: number) =>
      `${formatNumber(journals)} ${journals === 1 ? 'journal' : 'journals'} and ${formatNumber(orders)} ${orders === 1 ? 'order' : 'orders'} agree. There are no differences.`,
    wrong: (n: number) =>
      n === 1 ? '1 difference in the books.' : `${n} differences in the books.`,
    closedUpTo: (month: string) => `Months up to ${month} are closed.`,
    noneClosed: 'No month is closed yet.',
    checked: (words: string) => `Check of the books: ${words}`,
    faults: 'Differences in the books',
    faultKind: 'What is wrong',
    faultName: 'Where',
    faultDetail: 'Details',
    noDetail: 'None',
    firstOnly: (n: number) => `The first ${n} are listed.`,
    faultKinds: {
      'journal-changed': 'A journal was changed',
      'journal-missing': 'A journal is missing',
      'journal-added': 'A journal was added',
      'journal-unbalanced': 'A journal does not add up to zero',
      'month-changed': 'A closed month was changed',
      balance: 'A balance is not the sum of its journals',
      order: 'An order’s journals are not what its parts say',
      payment: 'An order’s journals are not what its card paid',
      credit: 'Store credit is not what orders used and gave',
    },
  },
});

/** Texts of payments by card that wait. */
export const waitingText = defineMessages({
  en: {
    title: 'Card payments that wait',
    failed: 'The card payments could not be loaded',
    none: 'No card payment waits: the provider has answered all requests.',
    order: 'Order',
    checkout: 'Not ordered yet',
    what: 'What waits',
    since: 'Since',
    aCard: 'a card',
    refused: (dollars: string, card: string) =>
      `The bank of ${card} refused a refund of ${dollars}. Pay it back by bank.`,
    unanswered: {
      saveCard: (_: string, card: string) =>
        `No answer yet: save ${card}. The provider is asked again.`,
      authorize: (dollars: string, card: string) =>
        `No answer yet: hold ${dollars} on ${card}. The provider is asked again.`,
      capture: (dollars: string, card: string) =>
        `No answer yet: take ${dollars} from ${card}. The provider is asked again.`,
      cancel: (dollars: string, card: string) =>
        `No answer yet: release ${dollars} on ${card}. The provider is asked again.`,
      refund: (dollars: string, card: string) =>
        `No answer yet: give ${dollars} back to ${card}. The provider is asked again.`,
      transfer: (dollars: string) =>
        `No answer yet: pay ${dollars} to the farm. The provider is asked again.`,
      reverse: (dollars: string) =>
        `No answer yet: take ${dollars} back from the farm. The provider is asked again.`,
    },
    mark: 'Mark as paid back',
    markOf: (code: string) => `Mark the refund of ${code} as paid back`,
    markBody: (dollars: string) =>
      `The customer gets ${dollars} back. Pay it by bank, then mark it here.`,
    amountChanged: (before: string, now: string) =>
      `The refund has changed. You saw ${before}, and it is ${now}.`,
    paidMeanwhile: 'Nothing is to be paid back any more',
    marked: 'The refund is booked',
    firstOnly: (shown: number, total: number) =>
      `The first ${formatNumber(shown)} of ${formatNumber(total)}, those that wait longest.`,
  },
});

/** Texts of disputes. */
export const disputesText = defineMessages({
  en: {
    title: 'Disputed payments',
    failed: 'The disputed payments could not be loaded',
    lead: 'Customers’ banks have taken this money back. Answer at the card provider, with what you know of the hand-over. The market bears it; if the farm is to bear it, propose a correction.',
    taken: (dollars: string) => `${dollars} of a card payment was taken back.`,
    order: (code: string) => `Order ${code}`,
    announce: (dollars: string, code: string) =>
      `A customer’s bank has taken back ${dollars} of order ${code}.`,
    reference: (words: string) => `At the card provider: ${words}`,
  },
});

/** Texts of corrections. */
export const correctionsText = defineMessages({
  en: {
    title: 'Corrections',
    lead: 'One admin proposes, another confirms. Only then is it booked.',
    failed: 'The corrections could not be loaded',
    tabsLabel: 'Corrections by state',
    tabs: { proposed: 'Waiting', confirmed: 'Confirmed', rejected: 'Rejected' },
    none: {
      proposed: 'No correction waits',
      confirmed: 'No correction was confirmed yet',
      rejected: 'No correction was rejected yet',
    },
    noneHint: 'What another admin proposes appears here by itself.',
    found: (n: number) => countOf(n, 'correction', 'corrections'),
    more: 'Show more corrections',
    announce: (farm: string) => `A correction of ${farm} was proposed.`,
    gets: (farm: string, dollars: string) => `${farm} gets ${dollars}`,
    gives: (farm: string, dollars: string) => `${farm} gives ${dollars}`,
    because: (reason: string) => `“${reason}”`,
    proposedBy: (name: string, moment: string) => `Proposed by ${name}, ${moment}`,
    decidedBy: {
      proposed: () => '',
      confirmed: (name: string) => `Confirmed by ${name}`,
      rejected: (name: string) => `Rejected by ${name}`,
    },
    confirm: 'Confirm',
    reject: 'Reject',
    withdraw: 'Withdraw',
    of: (act: string, what: string) => `${act}: ${what}`,
    own: 'Another admin has to confirm it',
    offline: 'Needs a connection',

    propose: 'Propose it',
    proposeTitle: (farm: string) => `Correct the books of ${farm}`,
    direction: 'What happens',
    directions: { up: 'The farm gets it', down: 'The farm gives it' },
    amount: 'Amount',
    amountMissing: 'Please enter an amount above zero.',
    reason: 'Reason',
    reasonHint: 'It is in the farm’s statement, word for word.',
    reasonMissing: 'Please say why.',
    cancel: 'Not now',
    proposed: 'The correction waits for another admin',

    confirmTitle: 'Confirm this correction?',
    confirmBody: 'It is booked at once and cannot be taken back, only corrected again.',
    rejectTitle: 'Reject this correction?',
    rejectBody: 'Nothing is booked.',
    confirmed: 'The correction is booked',
    rejected: 'The correction is rejected',
    close: 'Close',
    decideFailed: 'That did not work',
    decidedMeanwhile: (now: string, wanted: string) =>
      `Another admin was faster: it is “${now}” now, and you wanted “${wanted}”.`,
    status: { proposed: 'Waiting', confirmed: 'Confirmed', rejected: 'Rejected' },
  },
});

/** Texts of an order: who got what of it. */
export const orderMoneyText = defineMessages({
  en: {
    title: 'Who got what',
    earned: ({
      farm,
      paid,
      kept,
      fee,
      rate,
    }: Record<'farm' | 'paid' | 'kept' | 'fee' | 'rate', string>) =>
      `Of ${paid} ${farm} gets ${kept}: ${fee} is the market’s ${rate}.`,
    keeps: ({
      farm,
      paid,
      back,
      kept,
      fee,
      rate,
    }: Record<'farm' | 'paid' | 'back' | 'kept' | 'fee' | 'rate', string>) =>
      `${back} of ${paid} was given back. Of the rest ${farm} keeps ${kept}: ${fee} is the market’s ${rate}.`,
    gaveAll: (farm: string, paid: string) => `${farm} gave all ${paid} back.`,
    creditSpent: (dollars: string) => `Store credit paid ${dollars} of the order.`,
    back: {
      card: (dollars: string) => `The customer gets ${dollars} back to the card.`,
      pay_on_handover: (dollars: string) => `The customer gets ${dollars} back from the farm.`,
      credit: (dollars: string) => `The customer gets ${dollars} as store credit.`,
    },
    delivery: (dollars: string) => `It gets ${dollars} for the delivery, too.`,
    deliveryOpen: (dollars: string) =>
      `The delivery fee of ${dollars} goes to the farms that deliver, once nothing is open.`,
  },
});
