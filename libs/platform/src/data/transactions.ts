import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';
import { Lanes } from './lanes.js';

export type { ClientSession } from 'mongoose';

/** Runs work in one MongoDB transaction. */
@Injectable()
export class Transactions {
  private readonly lanes = new Lanes();

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Commits what `work` wrote, or nothing when it throws. A write conflict runs `work` again, so it must not
   * do anything that a second run would double. `lanes` names what many want to change at once, such as
   * `product:…`: in this process, work on the same thing then takes turns instead of colliding.
   */
  run<Result>(
    work: (session: ClientSession) => Promise<Result>,
    lanes: readonly string[] = [],
  ): Promise<Result> {
    return this.lanes.run(lanes, () =>
      this.connection.withSession((session) =>
        session.withTransaction(() => work(session), {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority' },
        }),
      ),
    );
  }
}
