import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ApiHeader } from '@nestjs/swagger';
import { type Model, Schema, Types } from 'mongoose';
import { idempotencyKeySchema } from '#libs/contracts';
import type { AuthenticatedRequest } from '../auth/access.js';
import { CommitUnknown } from '../data/commit.js';
import { isDuplicateKey } from '../data/engine-failure.js';
import { type ClientSession, Transactions } from '../data/transactions.js';
import { DomainError } from '../errors.js';

/** Seconds for which a repeated request gets the result of the first one. */
const REMEMBER_SECONDS = 86_400;

const MAY_BE_DONE =
  'It may have been done. Send it again with the same Idempotency-Key: it is done once';

/** The result that an `Idempotency-Key` has created. */
interface RememberedKey {
  /** Caller and key. */
  _id: string;
  /** SHA-256 of the request. */
  bodyHash: string;
  /** The id of the created order, product or other result. */
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

/** A caller and their key; if one key could serve two routes or targets, `request` names them too. */
export interface RepeatableCall {
  readonly userId: string;
  readonly key: string;
  /** The validated request. */
  readonly request: unknown;
}

/** How to create the result of a call, and how to find it again. */
export interface OnceWork<Result> {
  /** The mutex keys of its transaction, as in `Transactions.run`. */
  readonly keys?: readonly string[];
  /** Creates the result under this id; may run again, as all work in a transaction. */
  readonly make: (session: ClientSession, id: Types.ObjectId) => Promise<Result>;
  readonly find: (id: Types.ObjectId) => Promise<Result>;
}

/** Makes a creating call safe to repeat: one caller, one key, one request, one result. */
@Injectable()
export class Idempotency {
  constructor(
    @InjectModel(IDEMPOTENCY_KEY) private readonly keys: Model<RememberedKey>,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The result of the key; if there is none, it is created and recorded in one transaction. Throws what the work
   * throws, `IDEMPOTENCY_KEY_REUSED` if the request differs, and {@link CommitUnknown} if it is unknown whether there
   * is a result: then repeating the call is safe.
   */
  async once<Result>(call: RepeatableCall, work: OnceWork<Result>): Promise<Result> {
    const claim: RememberedKey = {
      _id: `${call.userId}:${call.key}`,
      bodyHash: hash(call.request),
      resultId: new Types.ObjectId(),
      at: new Date(),
    };
    try {
      return await this.transactions.run(async (session) => {
        // Before the work: of two concurrent calls the later one must stop here, before it sees what the first has
        // taken.
        await this.keys.insertMany([claim], { lean: true, session });
        return work.make(session, claim.resultId);
      }, work.keys);
    } catch (error) {
      const isUnknown = error instanceof CommitUnknown;
      try {
        const first = isUnknown || isDuplicateKey(error) ? await this.resultOf(claim) : null;
        if (first) return await work.find(first);
      } catch (failure) {
        if (!isUnknown) throw failure;
      }
      // A missing key proves nothing while the commit may still be on its way.
      throw isUnknown ? new CommitUnknown(MAY_BE_DONE, { cause: error }) : error;
    }
  }

  private async resultOf({ _id, bodyHash }: RememberedKey): Promise<Types.ObjectId | null> {
    const known = await this.keys.findById(_id).lean<RememberedKey>();
    if (known && known.bodyHash !== bodyHash) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return known?.resultId ?? null;
  }
}

/** The header `Idempotency-Key`; throws `IDEMPOTENCY_KEY_MISSING` if it is missing or malformed. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => {
    const { headers } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const checked = idempotencyKeySchema.safeParse(headers['idempotency-key']);
    if (!checked.success) throw new DomainError('IDEMPOTENCY_KEY_MISSING');
    return checked.data;
  },
);

/** Documents in OpenAPI that a route needs an `Idempotency-Key`. */
export const ApiIdempotencyKey = () => ApiHeader({ name: 'Idempotency-Key', required: true });

/** Validated requests have their keys in the schema's order, so equal requests serialise equally. */
function hash(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
