import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';

export type { ClientSession } from 'mongoose';

/** Runs work in one MongoDB transaction. */
@Injectable()
export class Transactions {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Commits what `work` wrote, or nothing when it throws. A write conflict runs `work` again,
   * so it must not do anything that a second run would double.
   */
  async run<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    return this.connection.withSession((session) =>
      session.withTransaction(() => work(session), {
        readConcern: { level: 'snapshot' },
        writeConcern: { w: 'majority' },
      }),
    );
  }
}
