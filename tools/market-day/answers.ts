import {
  type AnswerProblem,
  type OrderProblem,
  orderProblemSchema,
  problemOutcomeSchema,
  toCents,
  toDollars,
} from '#libs/contracts';
import type { Chance } from './chance';
import type { Person } from './person';

/** Share of the answers that are sent again, as from a page that was left open. */
const STALE = 0.1;

/**
 * A farmer or an admin answers one of the open reports: with a part of the price, with credit for it, or with neither.
 */
export async function answerOne(
  person: Person,
  chance: Chance,
  reports: readonly OrderProblem[],
): Promise<void> {
  const report = chance.of(reports.filter(({ status }) => status === 'open'));
  if (!report) return;
  const body = answerTo(report, chance);
  for (let times = chance.is(STALE) ? 2 : 1; times > 0; times--)
    await person.do(
      `answer ${body.outcome}`,
      orderProblemSchema,
      `/problems/${report._id}/answer`,
      {
        method: 'PATCH',
        body,
      },
    );
}

function answerTo({ version, lines }: OrderProblem, chance: Chance): AnswerProblem {
  const outcome = chance.of(problemOutcomeSchema.options) ?? 'none';
  const given = lines.flatMap(({ productId, refundable }) => {
    const cents = Math.ceil(toCents(refundable) * chance.between(0.2, 1));
    return cents > 0 ? [{ productId, amount: toDollars(cents) }] : [];
  });
  return outcome === 'none' || given.length === 0
    ? { version, outcome: 'none', lines: [], reason: 'You get a fresh one next week.' }
    : { version, outcome, lines: given };
}
