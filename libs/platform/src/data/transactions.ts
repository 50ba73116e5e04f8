import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';
import { Lanes } from './lanes.js';
import { patienceMs, untilImpatient } from './patience.js';

export type { ClientSession } from 'mongoose';

type AfterCommit = () => void | Promise<void>;

/** Runs work in one MongoDB transaction. */
@Injectable()
export class Transactions {
  private readonly lanes = new Lanes();
  /** What waits for the commit of the try that is under way. */
  private readonly waiting = new WeakMap<ClientSession, AfterCommit[]>();

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Commits what `work` wrote, or nothing when it throws. A write conflict runs `work` again, so it must not
   * do anything that a second run would double. `lanes` names what many want to change at once, such as
   * `product:…`: in this process, work on the same thing then takes turns instead of colliding. Where somebody waits
   * for it, no try begins any more after their patience has ended: throws what `isDatabaseAway` knows.
   */
  run<Result>(
    work: (session: ClientSession) => Promise<Result>,
    lanes: readonly string[] = [],
  ): Promise<Result> {
    const check = untilImpatient();
    const maxCommitTimeMS = patienceMs();
    return this.lanes.run(lanes, () => {
      let failed: unknown;
      const once = (session: ClientSession) => {
        check(failed);
        this.waiting.set(session, []);
        return work(session).catch((error: unknown) => {
          failed = error;
          throw error;
        });
      };
      return this.connection.withSession(async (session) => {
        const result = await session.withTransaction(async () => once(session), {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority' },
          maxCommitTimeMS,
        });
        for (const follow of this.waiting.get(session) ?? []) await follow();
        return result;
      });
    });
  }

  /**
   * Inside a transaction: `follow` is called once it has committed, before its caller goes on and before anything else
   * begins in its lanes; what is given first is done first. For what may be missed: where the process ends in between,
   * it is not called.
   */
  afterCommit(session: ClientSession, follow: AfterCommit): void {
    this.waiting.get(session)?.push(follow);
  }
}
