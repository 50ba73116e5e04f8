import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  type AskedProductStatus,
  adminStepNeedsReason,
  nextProductStatuses,
  type ProductModeration,
  publishFaults,
} from '#libs/contracts';
import { type ClientSession, DomainError, type Principal } from '#libs/platform';
import { PRODUCT, type Product } from './product.model.js';
import { refuse } from './product-edit.js';
import { PRODUCTS_CONFIG, type ProductsConfig } from './products.config.js';

/** Publishes products and takes them down. */
@Injectable()
export class Publishing {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    @Inject(PRODUCTS_CONFIG) private readonly config: ProductsConfig,
  ) {}

  /**
   * The product after a request for a status. A farmer's request to sell waits for an admin's approval if the farm is
   * new or an admin took the product down. Throws `PRODUCT_STEP_INVALID`, and `VALIDATION_FAILED` if an admin's step
   * needs a reason and has none.
   */
  async step(
    session: ClientSession,
    actor: Principal,
    product: Product,
    to: AskedProductStatus,
    reason: string | null,
  ): Promise<Product> {
    const from = product.status;
    // A farmer's repeated request changes nothing while the product waits for an admin.
    if (from === to || (from === 'review' && to === 'live' && actor.role === 'farmer'))
      return product;
    if (!nextProductStatuses(from, actor.role).includes(to))
      throw new DomainError('PRODUCT_STEP_INVALID', undefined, {
        details: { from, to, possible: nextProductStatuses(from, actor.role) },
      });
    if (actor.role === 'admin') {
      if (adminStepNeedsReason(from, to) && !reason)
        refuse([{ path: 'reason', message: 'say why: the farmer is told' }]);
      const moderation = adminStepNeedsReason(from, to) ? reason : null;
      return published({ ...product, status: to, moderation });
    }
    const waits = to === 'live' && (await this.needsReview(session, product));
    return published({ ...product, status: waits ? 'review' : to });
  }

  private async needsReview(session: ClientSession, product: Product): Promise<boolean> {
    if (product.moderation) return true;
    const first = this.config.PRODUCT_REVIEW_FIRST;
    if (first === 0 || product.publishedAt) return false;
    const already = await this.products
      .countDocuments({ 'farm._id': product.farm._id, publishedAt: { $ne: null } })
      .session(session);
    return already < first;
  }
}

/** Throws `PRODUCT_INCOMPLETE` with an error per field for an incomplete product that is live or in review. */
export function requireComplete(product: Product): void {
  if (product.status !== 'live' && product.status !== 'review') return;
  const errors = publishFaults(product);
  if (errors.length > 0) throw new DomainError('PRODUCT_INCOMPLETE', undefined, { errors });
}

/** The admin's decision on a product, for its farmer; null if the change is no decision. */
export function moderationOf(before: Product, after: Product): ProductModeration | null {
  if (before.status === after.status) return null;
  const said = {
    productId: after._id.toString(),
    farmId: after.farm._id.toString(),
    name: after.name,
    reason: after.moderation,
  };
  if (after.status === 'live')
    return before.status === 'review' || before.moderation
      ? { ...said, decision: 'approved' }
      : null;
  if (!after.moderation) return null;
  return { ...said, decision: before.status === 'review' ? 'refused' : 'taken-down' };
}

const published = (product: Product): Product =>
  product.status === 'live' && !product.publishedAt
    ? { ...product, publishedAt: new Date() }
    : product;
