import { Injectable, SetMetadata } from '@nestjs/common';
import type { Types } from 'mongoose';
import {
  type DeletionBlocker,
  type DeletionCheck,
  deletionBlockers,
  type Role,
} from '#libs/contracts';
import { Discovery, type MethodDecoratorOf } from '../discovery.js';
import type { ClientSession } from './transactions.js';

const ERASES = 'farmgate:erases';
const BLOCKS = 'farmgate:blocks-deletion';

/** A person whose account is to be deleted. */
export interface LeavingPerson {
  readonly userId: Types.ObjectId;
  readonly role: Role;
  readonly email: string;
}

/** A person whose account is deleted, as long as something of them is left. */
export interface DeletedPerson extends LeavingPerson {
  /** As it stands in orders and notices. */
  readonly name: string;
  /** Whether the address was confirmed; others may have used one that was not. */
  readonly isEmailConfirmed: boolean;
  /** The identity provider's id of the account. */
  readonly subject: string;
  /** The farms that they worked for. */
  readonly farmIds: readonly Types.ObjectId[];
}

/**
 * What is erased of a deleted account, in this order: what orders are about is known before notices and events, which
 * name the person with them.
 */
export const erasureKinds = [
  'account',
  'orders',
  'problems',
  'conversations',
  'reviews',
  'favourites',
  'payments',
  'pictures',
  'team',
  'farm',
  'products',
  'schedules',
  'auditLog',
  'devices',
  'notifications',
] as const;
export type ErasureKind = (typeof erasureKinds)[number];

/** What a slice says after it has erased what it may. */
export interface Erased {
  /** What it has to keep for now, such as an order that somebody still brings; it is asked again. */
  readonly left?: number;
  /** Ids, codes and other short texts by which notices and events with the person's words are found. */
  readonly traces?: readonly string[];
}

type Eraser = (person: DeletedPerson, traces: ReadonlySet<string>) => Promise<Erased>;
type Blocks = (session: ClientSession, person: LeavingPerson) => Promise<number>;

/**
 * Marks the method with which a slice erases what it holds about a deleted account: `erase(person, traces)`. It runs
 * more than once, also at the same time in two processes, and again after a crash in its middle. A collection with
 * personal data needs one.
 */
export const Erases = (kind: ErasureKind) => SetMetadata(ERASES, kind) as MethodDecoratorOf<Eraser>;

/**
 * Marks the method with which a slice counts what stands in the way of a deletion: `count(session, person)`, in the
 * transaction of the deletion.
 */
export const BlocksDeletion = (kind: DeletionBlocker) =>
  SetMetadata(BLOCKS, kind) as MethodDecoratorOf<Blocks>;

/** Finds the `@BlocksDeletion` and `@Erases` methods of this process. */
@Injectable()
export class Erasure {
  constructor(private readonly discovery: Discovery) {}

  /** What stands in the way. Throws if no slice of this process supplies a kind. */
  async blockers(
    session: ClientSession,
    person: LeavingPerson,
  ): Promise<DeletionCheck['blockers']> {
    const sources = this.discovery.decoratedMethods<DeletionBlocker>(BLOCKS);
    const blockers: DeletionCheck['blockers'] = [];
    // Sequentially, because a transaction runs one statement at a time.
    for (const kind of deletionBlockers) {
      const source = sources.find(({ metadata }) => metadata === kind);
      if (!source)
        throw new Error(`no slice of this process says whether ${kind} block a deletion`);
      const count = await (source.handler as Blocks).call(source.instance, session, person);
      if (count > 0) blockers.push({ kind, count });
    }
    return blockers;
  }

  /** Erases all kinds, one after the other. Throws what a slice throws, and if none of this process has a kind. */
  async erase(person: DeletedPerson): Promise<{ left: number; traces: ReadonlySet<string> }> {
    const sources = this.discovery.decoratedMethods<ErasureKind>(ERASES);
    const traces = new Set([person.userId.toString()]);
    let left = 0;
    for (const kind of erasureKinds) {
      const source = sources.find(({ metadata }) => metadata === kind);
      if (!source) throw new Error(`no slice of this process erases the ${kind} of a person`);
      const erased = await (source.handler as Eraser).call(source.instance, person, traces);
      left += erased.left ?? 0;
      for (const trace of erased.traces ?? []) traces.add(trace);
    }
    return { left, traces };
  }
}
