import {
  cardText,
  type OrderProblem,
  type OrderSettled,
  type OrderUnpaid,
  type ProblemKind,
  type ReceiptTender,
  receiptOf,
  sentence,
} from '#libs/contracts';
import { amount, dollars, linesOf, type Words } from './notice-words.js';

/** The customer's notice that their bank holds no money for a part, or not any more. */
export const unpaidWords = ({ code, amount }: OrderUnpaid): Words => ({
  title: sentence`Please pay for your order ${code}`,
  text: sentence`Your bank does not hold ${dollars(amount)} for it. That was not charged; please choose a card once more.`,
  details: [],
});

const problemWords: Readonly<Record<ProblemKind, string>> = {
  missing: 'missing',
  damaged: 'damaged',
  quality: 'not good',
  wrong_item: 'something else came',
  other: 'something is wrong',
};

/** The farm's notice of a report. */
export const reportedWords = ({ customer, code, lines, text }: OrderProblem): Words => ({
  title: sentence`${customer.name} reports a problem with order ${code}`,
  text: text ?? 'Please look at it, and answer with a refund, store credit or a reason.',
  details: lines.map(({ name, unit, quantity, kind }) => ({
    label: sentence`${amount(quantity, unit)} ${name}`,
    value: problemWords[kind],
  })),
});

const moneyBack = ({ lines, answer }: OrderProblem): Words['details'] =>
  (answer?.lines ?? []).map(({ productId, amount: given }) => ({
    label: lines.find((line) => line.productId === productId)?.name ?? '',
    value: dollars(given),
  }));

const reasonGiven = ({ answer }: OrderProblem) =>
  answer?.reason ? sentence` The reason given: “${answer.reason}”.` : '';

/** How a refund comes to the customer: as they had paid. */
function howPaidBack({ farmName, payment, answer }: OrderProblem): string {
  const { amount: given = 0, credit = 0 } = answer ?? {};
  if (credit === given) return 'It returns as the store credit with which you had paid.';
  const rest = credit > 0 ? dollars(given - credit) : null;
  const text =
    payment === 'card'
      ? `${rest ?? 'It'} goes back to your card, which may take some days, or is not charged if your card has not paid yet.`
      : sentence`${farmName} pays ${rest ?? 'it'} back to you.`;
  return rest ? `${text} ${dollars(credit)} returns as store credit.` : text;
}

/** The customer's notice of the answer to a report. */
export function answeredWords(problem: OrderProblem): Words {
  const { farmName, code, answer } = problem;
  const who = answer?.by.role === 'admin' ? 'Farmgate' : farmName;
  const given = dollars(answer?.amount ?? 0);
  const { title, text } = {
    tender: {
      title: sentence`${who} refunds ${given} of your order ${code}`,
      text: howPaidBack(problem),
    },
    credit: {
      title: sentence`You get ${given} of store credit for your order ${code}`,
      text: 'You can use it for your next order, at any farm.',
    },
    none: {
      title: sentence`${who} answered your report about order ${code}`,
      text: 'Nothing is refunded.',
    },
  }[answer?.outcome ?? 'none'];
  return { title, text: sentence`${text}${reasonGiven(problem)}`, details: moneyBack(problem) };
}

/** The farm's notice of an admin's answer. */
export function answeredForFarmWords(problem: OrderProblem): Words {
  const { code, payment, answer } = problem;
  const { amount: given = 0, credit = 0 } = answer ?? {};
  const inCash = payment === 'pay_on_handover' ? given - credit : 0;
  const text =
    answer?.outcome === 'none'
      ? 'Nothing is refunded.'
      : inCash > 0
        ? `Please pay ${dollars(inCash)} back to the customer. You get the market’s fee on it back.`
        : `The customer gets ${dollars(given)} back. It is taken from your balance, less the market’s fee.`;
  return {
    title: sentence`Farmgate answered the report about order ${code}`,
    text: sentence`${text}${reasonGiven(problem)}`,
    details: moneyBack(problem),
  };
}

/** The customer's receipt: farm by farm what came, the sums, and how it was paid. */
export function receiptWords(settled: OrderSettled): Words {
  const { parts, deliveryFee, total, tenders } = receiptOf(settled);
  return {
    title: sentence`Your receipt for order ${settled.order.code}`,
    text: 'Everything that came is in it, farm by farm. You can print it from your order.',
    details: [
      ...parts.flatMap(({ part }) => [
        { label: part.farmName, value: dollars(part.subtotal) },
        ...linesOf(part),
      ]),
      ...(deliveryFee > 0 ? [{ label: 'Delivery', value: dollars(deliveryFee) }] : []),
      { label: 'Total', value: dollars(total) },
      ...tenders.flatMap(tenderRows),
    ],
  };
}

const tenderNames = { cash: 'On delivery or at pickup', credit: 'Store credit' };
function tenderRows(tender: ReceiptTender): Words['details'][number][] {
  const by = tender.kind === 'card' ? cardText(tender) : tenderNames[tender.kind];
  const rows = [
    { label: sentence`Paid: ${by}`, amount: tender.paid },
    { label: sentence`Given back: ${by}`, amount: tender.refunded },
  ];
  return rows.flatMap(({ label, amount }) =>
    amount > 0 ? [{ label, value: dollars(amount) }] : [],
  );
}

/** The notice for the farmer of a payout that came back. */
export const returnedPayoutWords = (amount: number): Words => ({
  title: sentence`Your bank has returned a payout of ${dollars(amount)}`,
  text: 'The market owes it to you again. Please look at your bank account’s data; until then you are paid by bank, by hand.',
  details: [],
});
