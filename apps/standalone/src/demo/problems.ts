import { Injectable } from '@nestjs/common';
import {
  PROBLEM_REPORT_DAYS,
  type ProblemKind,
  type ProblemOutcome,
  type UserDto,
} from '#libs/contracts';
import { type HandedOver, OrdersImport } from '#libs/orders';
import { ProblemsService } from '#libs/problems';
import { principalOf } from './principal.js';

const DAY_MS = 86_400_000;
/** Less than {@link PROBLEM_REPORT_DAYS}, within which customers report. */
const RECENT_MS = (PROBLEM_REPORT_DAYS - 4) * DAY_MS;

interface Report {
  readonly part: HandedOver | undefined;
  readonly kind: ProblemKind;
  readonly text: string;
  readonly answer: { readonly outcome: ProblemOutcome; readonly reason: string } | null;
}

/**
 * Writes problems that customers have reported in the last days: one waits for the demo farmer, one of the demo customer
 * was refunded, and one became store credit.
 */
@Injectable()
export class DemoProblems {
  constructor(
    private readonly orders: OrdersImport,
    private readonly problems: ProblemsService,
  ) {}

  /** Resumes an interrupted run. */
  async write(users: readonly UserDto[]): Promise<void> {
    const own = users.find(({ role }) => role === 'customer')?._id;
    const farm = users.find(({ role }) => role === 'farmer')?.farmId;
    const parts = await this.orders.handedOver(new Date(Date.now() - RECENT_MS));
    const ofOthers = parts.filter(({ customerId }) => customerId !== own);
    const reports: Report[] = [
      {
        part: parts.find(({ customerId }) => customerId === own),
        kind: 'quality',
        text: 'They were soft when I unpacked them, and gone the next day.',
        answer: { outcome: 'tender', reason: 'That should not happen. We are sorry.' },
      },
      {
        part: ofOthers.find(({ farmId }) => farmId !== farm),
        kind: 'missing',
        text: 'It was on the list and not in the box.',
        answer: { outcome: 'credit', reason: 'We found it at the stall. Please take another.' },
      },
      {
        part: ofOthers.find(({ farmId }) => farmId === farm),
        kind: 'damaged',
        text: 'The box must have been dropped. What lay at the bottom is crushed.',
        answer: null,
      },
    ];
    for (const report of reports) await this.report(users, report);
  }

  private async report(users: readonly UserDto[], { part, kind, text, answer }: Report) {
    const [line] = part?.lines ?? [];
    const customer = users.find(({ _id }) => _id === part?.customerId);
    if (!part || !line || !customer) return;
    const { orderId, partId } = part;
    const body = { lines: [{ ...line, kind }], text, pictures: [] };
    const key = `demo-problem-${partId}`;
    const ids = { orderId, partId };
    const problem = await this.problems.report(principalOf(customer), key, ids, body);
    const farmer = users.find(({ farmId }) => farmId === part.farmId);
    if (!answer || !farmer || problem.status === 'answered') return;
    await this.problems.answer(principalOf(farmer), problem._id, {
      ...answer,
      version: problem.version,
      lines: problem.lines.map(({ productId, refundable: amount }) => ({ productId, amount })),
    });
  }
}
