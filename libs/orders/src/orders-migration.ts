import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type Id, isLive } from '#libs/contracts';
import { type ClientSession, Migrations } from '#libs/platform';
import { type Line, ORDER, type Order, type Part, UNFINISHED } from './order.model.js';
import { endOf, folded } from './part-edit.js';
import { handOverCode } from './random-code.js';

/** Orders per transaction. */
const BATCH = 500;

/** A part of an order that was stored before parts had changes. */
type OldPart = Omit<Part, 'changes' | 'lines'> & {
  changes?: Part['changes'];
  lines: (Omit<Line, 'placed' | 'ordered'> & Partial<Line>)[];
};

/** Gives stored orders of older versions their changes and hand-over codes, before this process serves any. */
@Injectable()
export class OrdersMigration implements OnModuleInit {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly migrations: Migrations,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.migrate('orders.changes', isOld, withChanges);
    await this.migrate('orders.hand-over-codes', lacksCode, withCode);
  }

  private migrate(
    name: string,
    isDue: (part: OldPart) => boolean,
    upgrade: (part: OldPart) => OldPart,
  ): Promise<void> {
    return this.migrations.run(name, (session, after) => this.next(session, after, isDue, upgrade));
  }

  private async next(
    session: ClientSession,
    after: Id | null,
    isDue: (part: OldPart) => boolean,
    upgrade: (part: OldPart) => OldPart,
  ): Promise<Id | null> {
    const found = await this.orders
      .find(after === null ? {} : { _id: { $gt: new Types.ObjectId(after) } }, { parts: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .session(session)
      .lean<Pick<Order, '_id' | 'parts'>[]>();
    const old = found.filter(({ parts }) => parts.some(isDue));
    if (old.length > 0)
      await this.orders.bulkWrite(
        old.map(({ _id, parts }) => ({
          updateOne: { filter: { _id }, update: { $set: { parts: parts.map(upgrade) } } },
        })),
        { session },
      );
    return found.length < BATCH ? null : (found.at(-1)?._id.toString() ?? null);
  }
}

const isOld = ({ changes }: OldPart): boolean => changes === undefined;

/** The part as it is stored now: one change if it was cancelled or declined, none otherwise. */
export function withChanges(part: OldPart): Part {
  if (!isOld(part)) return part as Part;
  const lines = part.lines.map((line) => {
    return { ...line, placed: line.amount, ordered: line.amount };
  });
  const upgraded: Part = { ...part, lines, changes: [] };
  const end = part.timeline.at(-1);
  if (!end || isLive(part.status)) return upgraded;
  return folded({ ...upgraded, changes: [endOf(upgraded, end)] });
}

/** Whether a part is still to be handed over, and was placed before there were codes. */
const lacksCode = ({ status, handOverCode: code }: OldPart): boolean =>
  code === undefined && UNFINISHED.includes(status);

const withCode = (part: OldPart): OldPart =>
  lacksCode(part) ? { ...part, handOverCode: handOverCode() } : part;
