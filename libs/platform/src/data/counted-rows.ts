import { Injectable, SetMetadata } from '@nestjs/common';
import { type Model, Types } from 'mongoose';
import type { CountedRows, Id } from '#libs/contracts';
import { Discovery, type MethodDecoratorOf } from '../discovery.js';
import type { ClientSession } from './transactions.js';

const COUNTS = 'farmgate:counted-rows';

export type CountedSubject = keyof CountedRows;
export type CountedRow<Name extends CountedSubject> = CountedRows[Name] & { readonly id: Id };

/**
 * A range of rows in id order, so that a large collection is read in steps: at most `limit` rows after the id
 * `after`.
 */
export interface CountedSlice {
  readonly after: Id | null;
  readonly limit: number;
  /** Only these; all if absent. */
  readonly ids?: readonly Id[];
}

type Reader<Name extends CountedSubject> = (
  session: ClientSession,
  slice: CountedSlice,
) => Promise<CountedRow<Name>[]>;

/**
 * Marks the method with which a slice supplies its rows for a recount, range by range, in the caller's transaction:
 * `rows(session, slice)`. A recount needs the stored rows, but may not read another slice's collections.
 */
export const CountedBy = <Name extends CountedSubject>(subject: Name) =>
  SetMetadata(COUNTS, subject) as MethodDecoratorOf<Reader<Name>>;

/** The documents of such a range; with `fields`, only these of each. */
export const readSlice = <Row>(
  model: Model<Row>,
  session: ClientSession,
  { after, limit, ids }: CountedSlice,
  fields?: Record<string, 1>,
): Promise<Row[]> =>
  model
    .find(
      {
        ...(after !== null && { _id: { $gt: new Types.ObjectId(after) } }),
        ...(ids && { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }),
      },
      fields,
    )
    .sort({ _id: 1 })
    .limit(limit)
    .session(session)
    .lean<Row[]>()
    .exec();

/** Finds the `@CountedBy` methods of this process. */
@Injectable()
export class CountedSources {
  constructor(private readonly discovery: Discovery) {}

  /** Rows of a subject; throws if no slice of this process supplies it. */
  rows<Name extends CountedSubject>(
    subject: Name,
    session: ClientSession,
    slice: CountedSlice,
  ): Promise<CountedRow<Name>[]> {
    const source = this.discovery
      .decoratedMethods<CountedSubject>(COUNTS)
      .find(({ metadata }) => metadata === subject);
    if (!source) throw new Error(`no slice of this process offers its ${subject} to be counted`);
    return (source.handler as Reader<Name>).call(source.instance, session, slice);
  }
}
