import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import type { Id } from '#libs/contracts';
import { type ClientSession, Transactions } from './transactions.js';

/** How far a migration has come. */
export interface Migration {
  /** Its name; never renamed, or it is run again. */
  _id: string;
  /** The last id it has dealt with; null at its beginning. */
  position: Id | null;
  doneAt: Date | null;
}

export const MIGRATION = 'Migration';
export const migrationSchema = new Schema<Migration>(
  {
    _id: { type: String, required: true },
    position: { type: String, default: null },
    doneAt: { type: Date, default: null },
  },
  { collection: 'migrations', versionKey: false },
);

/** Does the work behind an id inside the transaction, and answers the id it came to; null at the end. */
export type MigrationStep = (session: ClientSession, after: Id | null) => Promise<Id | null>;

/** Brings what was stored by older versions up to date, once, in steps, while everything runs. */
@Injectable()
export class Migrations {
  constructor(
    @InjectModel(MIGRATION) private readonly migrations: Model<Migration>,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs the steps that are left; none once it is done. A step and its position are one commit: killed at any
   * moment it goes on there, and of several processes that run it each step is done by one.
   */
  async run(name: string, step: MigrationStep, stopped: () => boolean = () => false) {
    while (!stopped() && !(await this.isDone(name)))
      await this.transactions.run((session) => this.next(session, name, step));
  }

  private async isDone(name: string): Promise<boolean> {
    const found = await this.migrations.findById(name).lean<Migration>();
    return Boolean(found?.doneAt);
  }

  private async next(session: ClientSession, name: string, step: MigrationStep): Promise<void> {
    const found = await this.migrations.findById(name).session(session).lean<Migration>();
    if (found?.doneAt) return;
    const position = await step(session, found?.position ?? null);
    // Of two that took the same step the second one collides here, and begins again behind it.
    await this.migrations.updateOne(
      { _id: name },
      { $set: position === null ? { doneAt: new Date() } : { position } },
      { session, upsert: true },
    );
  }
}
