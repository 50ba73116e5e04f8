import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import type { Id } from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  type EventDraft,
  Outbox,
  type Principal,
  requireVersion,
  searchTerms,
  Transactions,
} from '#libs/platform';
import {
  isPublic,
  PRODUCT,
  type Product,
  toOwnProductDto,
  toProductChange,
  toProductCounts,
  toProductDto,
} from './product.model.js';
import { auditState, changedFields, detailsDiffer } from './product-edit.js';
import { moderationOf } from './publishing.js';
import { StockService } from './stock.service.js';
import { stockChanged } from './stock-events.js';

/** The result of an edit, and its reasons. */
export interface ProductStep {
  readonly after: Product;
  /** Why the amount on hand changed, for the ledger. */
  readonly cause?: {
    readonly reason: 'harvest' | 'write-off' | 'correction';
    readonly note: string | null;
    readonly lot: string | null;
  };
  /** Why an admin changed the product, for the audit log. */
  readonly reason?: string | null;
}

/** The only way to store an edit: version, ledger, audit log and events in one transaction. */
@Injectable()
export class ProductRecords {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly stock: StockService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Throws `PRODUCT_NOT_FOUND`, also for another farm's product. */
  async find(actor: Principal, id: Id, session?: ClientSession): Promise<Product> {
    const product = await this.products
      .findOne({ ...ownedBy(actor), _id: id })
      .session(session ?? null)
      .lean<Product>();
    if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
    return product;
  }

  /** Edits the version that the caller read; writes only changes. Throws `PRODUCT_NOT_FOUND` and `VERSION_CONFLICT`. */
  async change(
    actor: Principal,
    id: Id,
    version: number,
    take: (session: ClientSession, before: Product) => Promise<ProductStep>,
  ): Promise<Product> {
    return this.transactions.run(
      async (session) => {
        const before = await this.find(actor, id, session);
        requireVersion(before.version, version);
        return this.save(session, actor, before, await take(session, before));
      },
      [`product:${id}`],
    );
  }

  private async save(
    session: ClientSession,
    actor: Principal,
    before: Product,
    step: ProductStep,
  ): Promise<Product> {
    // Writes nothing: a new version without an event would make every screen outdated.
    if (Object.keys(changedFields(before, step.after)).length === 0) return before;
    const version = before.version + 1;
    const after: Product = {
      ...step.after,
      version,
      search: searchTerms(step.after.name),
      detailsVersion: detailsDiffer(before, step.after) ? version : before.detailsVersion,
    };
    await this.products.updateOne(
      { _id: before._id, version: before.version },
      { $set: changedFields(before, after) },
      { session },
    );
    if (step.cause && after.onHand !== before.onHand)
      await this.stock.note(session, {
        productId: before._id,
        change: after.onHand - before.onHand,
        ...step.cause,
      });
    if (actor.role === 'admin')
      await this.audit.add(session, {
        actor,
        action: 'product.changed',
        target: { type: 'product', id: before._id, name: after.name },
        before: auditState(before, after),
        after: auditState(after, before),
        reason: step.reason ?? null,
      });
    await this.outbox.add(session, ...eventsOf(actor, before, after));
    return after;
  }
}

/** The events of an edit: one for each aspect that changed. */
function eventsOf(actor: Principal, before: Product, after: Product): EventDraft[] {
  const aggregate = { id: after._id, version: after.version };
  const shown = { product: toProductDto(after), public: isPublic(before) || isPublic(after) };
  const counted = { counts: toProductCounts(after) };
  const moved = stockDiffers(before, after);
  const detailed = after.detailsVersion === after.version;
  const stepped = { product: toOwnProductDto(after), from: before.status };
  const appears = isPublic(after) && !isPublic(before);
  const moderation = actor.role === 'admin' ? moderationOf(before, after) : null;
  return [
    ...(moved ? stockChanged(before, after) : []),
    ...(detailed ? [draft('product.changed', aggregate, shown)] : []),
    // Exactly one `product.counted` per version, so that a screen knows which counts are the newest.
    ...(detailed && !moved ? [draft('product.counted', aggregate, counted)] : []),
    ...(before.status === after.status
      ? []
      : [draft('product.status-changed', aggregate, stepped)]),
    ...(appears ? [draft('product.published', aggregate, { product: shown.product })] : []),
    ...(moderation ? [draft('product.moderated', aggregate, moderation)] : []),
  ];
}

const stockDiffers = (before: Product, after: Product) =>
  !isDeepStrictEqual(toProductChange(before), toProductChange(after)) ||
  !isDeepStrictEqual(toProductCounts(before), toProductCounts(after));

/** Matches the products that this user may manage; part of every query. */
export function ownedBy(actor: Principal): QueryFilter<Product> {
  if (actor.role === 'admin') return {};
  // Matches nothing for a farmer without a farm.
  return { 'farm._id': actor.farmId ? new Types.ObjectId(actor.farmId) : null };
}
