import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';
import { currentContext } from '../request-context.js';
import { type CommitUnknown, commitUntil } from './commit.js';
import { commandTimeoutMs, untilDeadline } from './deadlines.js';
import { KeyedMutex } from './keyed-mutex.js';

export type { ClientSession } from 'mongoose';

type AfterCommit = () => void | Promise<void>;
type Work<Result> = (session: ClientSession) => Promise<Result>;

/** Runs work in one MongoDB transaction. */
@Injectable()
export class Transactions {
  private readonly mutex = new KeyedMutex();
  /** The callbacks of the running attempt. */
  private readonly callbacks = new WeakMap<ClientSession, AfterCommit[]>();

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Commits what `work` wrote, or nothing if it throws. After a write conflict `work` runs again, so it must not have
   * effects that a second run would double. `keys` names contended data, such as `product:…`: in this process,
   * transactions that share a key run one at a time instead of colliding. With a deadline in the context no attempt
   * begins after it; throws what `engineFailureOf` knows, and {@link CommitUnknown} if by then it is unknown whether
   * it was committed.
   */
  run<Result>(work: Work<Result>, keys: readonly string[] = []): Promise<Result> {
    const attempt = untilDeadline(work);
    if (keys.length === 0) return this.commit(attempt);
    const resume = this.mutex.isHeld(keys) ? currentContext().pause?.() : undefined;
    return this.mutex.run(keys, () => {
      resume?.();
      return this.commit(attempt);
    });
  }

  /**
   * Inside a transaction: `callback` runs after the commit, in the context and order of registration, before `run`
   * resolves and before the next transaction with the same key begins. If the process ends in between, it does not
   * run.
   */
  afterCommit(session: ClientSession, callback: AfterCommit): void {
    this.callbacks.get(session)?.push(AsyncResource.bind(callback));
  }

  private commit<Result>(work: Work<Result>): Promise<Result> {
    const maxCommitTimeMS = commandTimeoutMs();
    return this.connection.withSession(async (session) => {
      let unknown: CommitUnknown | null = null;
      const result = await session.withTransaction(
        async () => {
          this.callbacks.set(session, []);
          const done = await work(session);
          // If this threw, the driver would abort a transaction that may be committed.
          unknown = await commitUntil(session, performance.now() + maxCommitTimeMS);
          return done;
        },
        {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority' },
          maxCommitTimeMS,
        },
      );
      if (unknown) throw unknown;
      for (const callback of this.callbacks.get(session) ?? []) await callback();
      return result;
    });
  }
}
