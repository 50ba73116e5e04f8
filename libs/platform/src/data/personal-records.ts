import { Injectable, SetMetadata } from '@nestjs/common';
import type { Id, Role } from '#libs/contracts';
import { Discovery, type MethodDecoratorOf } from '../discovery.js';

const RECORDS = 'farmgate:personal-records';

/** Whose records they are. */
export interface RecordsOwner {
  readonly userId: Id;
  readonly role: Role;
  readonly farmId: Id | null;
  /** Null if it is not confirmed: others may have used it. */
  readonly email: string | null;
  /** The identity provider's id of the account. */
  readonly subject: string;
}

/** What a person's archive has, in the order of its pages. */
export const recordKinds = [
  'profile',
  'addresses',
  'sessions',
  'farm',
  'orders',
  'problems',
  'messages',
  'reviews',
  'cart',
  'favourites',
  'notifications',
  'devices',
  'credit',
  'cards',
  'contactMessages',
  'pictures',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A file of an archive, read when it is written. */
export interface RecordFile {
  /** Without folders. */
  readonly name: string;
  /** Null if it is gone. */
  read(): Promise<Uint8Array | null>;
}

export interface PersonalRecords {
  /** As the person sees them in the API. */
  readonly rows: readonly object[];
  readonly files?: readonly RecordFile[];
}

type Reader = (owner: RecordsOwner) => Promise<PersonalRecords>;

/**
 * Marks the method with which a slice supplies what it holds about a person: `records(owner)`. A collection with
 * personal data needs one, so that the person's archive is complete.
 */
export const RecordsOf = (kind: RecordKind) =>
  SetMetadata(RECORDS, kind) as MethodDecoratorOf<Reader>;

/** Finds the `@RecordsOf` methods of this process. */
@Injectable()
export class PersonalRecordSources {
  constructor(private readonly discovery: Discovery) {}

  /** All kinds, one after the other. Throws what a source throws, and if no slice of this process supplies a kind. */
  async *of(owner: RecordsOwner): AsyncGenerator<PersonalRecords & { readonly kind: RecordKind }> {
    const sources = this.discovery.decoratedMethods<RecordKind>(RECORDS);
    for (const kind of recordKinds) {
      const source = sources.find(({ metadata }) => metadata === kind);
      if (!source) throw new Error(`no slice of this process offers the ${kind} of a person`);
      yield { kind, ...(await (source.handler as Reader).call(source.instance, owner)) };
    }
  }
}
