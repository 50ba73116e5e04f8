import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';
import { Lanes } from './lanes.js';
import { patienceMs, untilImpatient } from './patience.js';

export type { ClientSession } from 'mongoose';

/** Runs work in one MongoDB transaction. */
@Injectable()
export class Transactions {
  private readonly lanes = new Lanes();

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
        return work(session).catch((error: unknown) => {
          failed = error;
          throw error;
        });
      };
      return this.connection.withSession((session) =>
        session.withTransaction(async () => once(session), {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority' },
          maxCommitTimeMS,
        }),
      );
    });
  }
}
