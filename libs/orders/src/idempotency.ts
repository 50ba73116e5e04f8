import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { type ClientSession, DomainError } from '#libs/platform';

/** Seconds for which a repeated request gets the first one's answer. */
const REMEMBER_SECONDS = 86_400;

/** What a customer's `Idempotency-Key` has already brought about. */
interface IdempotencyKey {
  /** Customer and key. */
  _id: string;
  /** SHA-256 of the request's body. */
  bodyHash: string;
  orderId: Types.ObjectId;
  at: Date;
}

export const IDEMPOTENCY_KEY = 'IdempotencyKey';
export const idempotencyKeySchema = new Schema<IdempotencyKey>(
  {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    orderId: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true, expires: REMEMBER_SECONDS },
  },
  { collection: 'idempotencyKeys', versionKey: false },
);

/** Makes placing an order safe to repeat: one key, one body, one order. */
@Injectable()
export class Idempotency {
  constructor(@InjectModel(IDEMPOTENCY_KEY) private readonly keys: Model<IdempotencyKey>) {}

  /** The order that this key has already made, if any. Throws `IDEMPOTENCY_KEY_REUSED` when its body was another. */
  async orderOf(
    session: ClientSession,
    customerId: string,
    key: string,
    body: unknown,
  ): Promise<Types.ObjectId | null> {
    const known = await this.keys
      .findById(`${customerId}:${key}`)
      .session(session)
      .lean<IdempotencyKey>();
    if (!known) return null;
    if (known.bodyHash !== hash(body)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return known.orderId;
  }

  /** In the transaction that makes the order; of two at once, one conflicts, runs again and finds the other's. */
  async remember(
    session: ClientSession,
    customerId: string,
    key: string,
    body: unknown,
    orderId: Types.ObjectId,
  ): Promise<void> {
    await this.keys.create(
      [{ _id: `${customerId}:${key}`, bodyHash: hash(body), orderId, at: new Date() }],
      { session },
    );
  }
}

/** The validated body has its keys in the schema's order, so equal bodies have equal texts. */
function hash(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
