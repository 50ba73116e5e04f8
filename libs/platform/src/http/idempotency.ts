import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ApiHeader } from '@nestjs/swagger';
import { type Model, Schema, type Types } from 'mongoose';
import { idempotencyKeySchema } from '#libs/contracts';
import type { AuthenticatedRequest } from '../auth/access.js';
import type { ClientSession } from '../data/transactions.js';
import { DomainError } from '../errors.js';

/** Seconds for which a repeated request gets the first one's answer. */
const REMEMBER_SECONDS = 86_400;

/** What somebody's `Idempotency-Key` has already brought about. */
interface RememberedKey {
  /** Caller and key. */
  _id: string;
  /** SHA-256 of what was asked for. */
  bodyHash: string;
  /** The order, product or whatever it made. */
  resultId: Types.ObjectId;
  at: Date;
}

export const IDEMPOTENCY_KEY = 'IdempotencyKey';
export const rememberedKeySchema = new Schema<RememberedKey>(
  {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    resultId: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true, expires: REMEMBER_SECONDS },
  },
  { collection: 'idempotencyKeys', versionKey: false },
);

/**
 * Makes a call that creates something safe to repeat: one caller, one key, one request, one result.
 * `request` is what was asked for, validated; where a key could be used on two routes or for two things, it
 * names them too.
 */
@Injectable()
export class Idempotency {
  constructor(@InjectModel(IDEMPOTENCY_KEY) private readonly keys: Model<RememberedKey>) {}

  /** What this key has already made, if anything. Throws `IDEMPOTENCY_KEY_REUSED` when the request was another. */
  async resultOf(
    session: ClientSession,
    userId: string,
    key: string,
    request: unknown,
  ): Promise<Types.ObjectId | null> {
    const known = await this.keys
      .findById(`${userId}:${key}`)
      .session(session)
      .lean<RememberedKey>();
    if (!known) return null;
    if (known.bodyHash !== hash(request)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return known.resultId;
  }

  /** In the transaction that makes the result; of two at once, one conflicts, runs again and finds the other's. */
  async remember(
    session: ClientSession,
    userId: string,
    key: string,
    request: unknown,
    resultId: Types.ObjectId,
  ): Promise<void> {
    await this.keys.create(
      [{ _id: `${userId}:${key}`, bodyHash: hash(request), resultId, at: new Date() }],
      { session },
    );
  }
}

/** The header `Idempotency-Key`; throws `IDEMPOTENCY_KEY_MISSING` where it is missing or no key. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => {
    const { headers } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const checked = idempotencyKeySchema.safeParse(headers['idempotency-key']);
    if (!checked.success) throw new DomainError('IDEMPOTENCY_KEY_MISSING');
    return checked.data;
  },
);

/** Says in the API's description that a route wants an `Idempotency-Key`. */
export const ApiIdempotencyKey = () => ApiHeader({ name: 'Idempotency-Key', required: true });

/** A validated request has its keys in the schema's order, so equal requests have equal texts. */
function hash(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
