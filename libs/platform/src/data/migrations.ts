import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import type { Id } from '#libs/contracts';
import { type ClientSession, Transactions } from './transactions.js';

/** The progress of a migration. */
export interface Migration {
  /** Its name; never rename it, or it runs again. */
  _id: string;
  /** The last processed id; null at the beginning. */
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

/** Processes rows after an id inside the transaction, and returns the last id it processed; null at the end. */
export type MigrationStep = (session: ClientSession, after: Id | null) => Promise<Id | null>;

/** Upgrades data of older versions once, in steps, while everything runs. */
@Injectable()
export class Migrations {
  constructor(
    @InjectModel(MIGRATION) private readonly migrations: Model<Migration>,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs the remaining steps, if any. A step and its position are one commit: a killed run resumes there, and if
   * several processes run it, each step is done once.
   */
  async run(name: string, step: MigrationStep, stopped: () => boolean = () => false) {
    while (!stopped() && !(await this.isDone(name)))
      await this.transactions.run((session) => this.next(session, name, step));
  }

  async isDone(name: string): Promise<boolean> {
    const found = await this.migrations.findById(name).lean<Migration>();
    return Boolean(found?.doneAt);
  }

  private async next(session: ClientSession, name: string, step: MigrationStep): Promise<void> {
    const found = await this.migrations.findById(name).session(session).lean<Migration>();
    if (found?.doneAt) return;
    const position = await step(session, found?.position ?? null);
    // If two processes run the same step, the second collides here and retries from the new position.
    await this.migrations.updateOne(
      { _id: name },
      { $set: position === null ? { doneAt: new Date() } : { position } },
      { session, upsert: true },
    );
  }
}
