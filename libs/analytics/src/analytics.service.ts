import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { AnalyticsChange, OrderStats, ProductStats, UserStats } from '#libs/contracts';
import { type ClientSession, draft, Outbox } from '#libs/platform';
import {
  PROJECTION,
  type Projection,
  toOrderStats,
  toProductStats,
  toUserStats,
} from './projection.model.js';

/** The marketplace in figures. */
@Injectable()
export class AnalyticsService {
  constructor(
    @InjectModel(PROJECTION) private readonly projections: Model<Projection>,
    private readonly outbox: Outbox,
  ) {}

  async users(): Promise<UserStats> {
    return toUserStats(await this.read('users'));
  }

  async orders(): Promise<OrderStats> {
    return toOrderStats(await this.read('orders'));
  }

  async products(): Promise<ProductStats> {
    return toProductStats(await this.read('products'));
  }

  /** Inside a transaction: moves figures by whole numbers (money in cents) and tells the admins' screens. */
  async add(
    session: ClientSession,
    subject: Projection['_id'],
    changes: Record<string, number>,
  ): Promise<void> {
    const moved = Object.entries(changes).filter(([, by]) => by !== 0);
    if (moved.length === 0) return;
    const projection = await this.projections
      .findOneAndUpdate(
        { _id: subject },
        {
          $inc: {
            version: 1,
            ...Object.fromEntries(moved.map(([name, by]) => [`figures.${name}`, by])),
          },
        },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean<Projection>();
    if (!projection) throw new Error('MongoDB returned no projection');
    const aggregate = { id: `projection:${subject}`, version: projection.version };
    await this.outbox.add(
      session,
      draft('analytics.changed', aggregate, changeOf(subject, projection)),
    );
  }

  private read(subject: Projection['_id']): Promise<Projection | null> {
    return this.projections.findById(subject).lean<Projection>();
  }
}

function changeOf(subject: Projection['_id'], projection: Projection): AnalyticsChange {
  switch (subject) {
    case 'users':
      return { subject, stats: toUserStats(projection) };
    case 'orders':
      return { subject, stats: toOrderStats(projection) };
    case 'products':
      return { subject, stats: toProductStats(projection) };
  }
}
