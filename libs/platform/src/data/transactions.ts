import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';
import { Lanes } from './lanes.js';
import { patienceMs, untilImpatient } from './patience.js';

export type { ClientSession } from 'mongoose';

type AfterCommit = () => void | Promise<void>;
type Work<Result> = (session: ClientSession) => Promise<Result>;

/** Work that waits for its turn. */
interface Waiting {
  /** Does it in a transaction that others may share, and answers what to do once that has committed. */
  readonly work: Work<() => void>;
  /** Does it in a transaction of its own, and says what came of it to whoever waits. */
  readonly alone: () => Promise<void>;
  readonly fail: (error: unknown) => void;
}

/** Runs work in one MongoDB transaction. */
@Injectable()
export class Transactions {
  private readonly lanes = new Lanes<Waiting>((together) => this.together(together));
  /** What waits for the commit of the try that is under way. */
  private readonly followers = new WeakMap<ClientSession, AfterCommit[]>();

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Commits what `work` wrote, or nothing when it throws. A write conflict runs `work` again, so it must not
   * do anything that a second run would double. `lanes` names what many want to change at once, such as
   * `product:…`: in this process, work on the same thing then takes turns instead of colliding, and what waits for the
   * same turn shares one commit. Where somebody waits for it, no try begins any more after their patience has ended:
   * throws what `isDatabaseAway` knows.
   */
  run<Result>(work: Work<Result>, lanes: readonly string[] = []): Promise<Result> {
    const check = untilImpatient();
    let failed: unknown;
    const attempt = async (session: ClientSession): Promise<Result> => {
      check(failed);
      return work(session).catch((error: unknown) => {
        failed = error;
        throw error;
      });
    };
    if (lanes.length === 0) return this.commit(attempt);
    return new Promise((resolve, fail) => {
      // Its turn comes in somebody else's context.
      this.lanes.join(lanes, {
        work: AsyncResource.bind(async (session: ClientSession) => {
          const result = await attempt(session);
          return () => resolve(result);
        }),
        alone: AsyncResource.bind(() => this.commit(attempt).then(resolve, fail)),
        fail,
      });
    });
  }

  /**
   * Inside a transaction: `follow` is called once it has committed, before its caller goes on and before anything else
   * begins in its lanes; what is given first is done first. For what may be missed: where the process ends in between,
   * it is not called.
   */
  afterCommit(session: ClientSession, follow: AfterCommit): void {
    this.followers.get(session)?.push(follow);
  }

  /** One commit for all. Where some of the work fails, each has a transaction of its own: nobody suffers from another. */
  private async together(group: readonly Waiting[]): Promise<void> {
    let isDone = false;
    if (group.length > 1)
      try {
        const ended = await this.commit(async (session) => {
          isDone = false;
          const ends: (() => void)[] = [];
          for (const { work } of group) ends.push(await work(session));
          isDone = true;
          return ends;
        });
        for (const end of ended) end();
        return;
      } catch (error) {
        // The commit itself may have come through: to do anything again could double it.
        if (isDone) {
          for (const { fail } of group) fail(error);
          return;
        }
      }
    for (const { alone } of group) await alone();
  }

  private commit<Result>(work: Work<Result>): Promise<Result> {
    const maxCommitTimeMS = patienceMs();
    return this.connection.withSession(async (session) => {
      const result = await session.withTransaction(
        async () => {
          this.followers.set(session, []);
          return work(session);
        },
        {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority' },
          maxCommitTimeMS,
        },
      );
      for (const follow of this.followers.get(session) ?? []) await follow();
      return result;
    });
  }
}
