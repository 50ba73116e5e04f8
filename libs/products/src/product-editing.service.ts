import { Injectable } from '@nestjs/common';
import {
  amountFaults,
  type ChangeStock,
  formatQuantity,
  fromThousandths,
  type Id,
  type OwnProductDto,
  productFaults,
  toThousandths,
  type UpdateProduct,
} from '#libs/contracts';
import { type ClientSession, DomainError, type Principal } from '#libs/platform';
import { type Product, toOwnProductDto } from './product.model.js';
import { edited, fieldsOf, refuse } from './product-edit.js';
import { ProductPictures } from './product-pictures.js';
import { ProductRecords } from './product-records.js';
import { Publishing, requireComplete } from './publishing.js';
import { newLot } from './stock.service.js';
import { StockLedger } from './stock-ledger.service.js';

/** Changes of products, by their farmers and by admins. */
@Injectable()
export class ProductEditing {
  constructor(
    private readonly records: ProductRecords,
    private readonly ledger: StockLedger,
    private readonly pictures: ProductPictures,
    private readonly publishing: Publishing,
  ) {}

  /** Throws `PRODUCT_NOT_FOUND` for another farm's product. */
  async get(actor: Principal, id: Id): Promise<OwnProductDto> {
    return toOwnProductDto(await this.records.find(actor, id));
  }

  /**
   * Any edit. Throws `PRODUCT_NOT_FOUND` for another farm's product, `VERSION_CONFLICT` if it has changed since the
   * caller read it, `VALIDATION_FAILED` with an error per field, `PRODUCT_UNIT_FIXED`, `PRODUCT_STEP_INVALID`,
   * `PRODUCT_INCOMPLETE`, and `QUANTITY_INVALID` for an impossible count.
   */
  async update(
    actor: Principal,
    id: Id,
    { version, onHand, status, reason, images, ...edit }: UpdateProduct,
  ): Promise<OwnProductDto> {
    const after = await this.records.change(actor, id, version, async (session, before) => {
      if (edit.unit && edit.unit !== before.unit) await this.requireOpenUnit(session, before);
      let product = edited(before, edit);
      if (images)
        product = { ...product, images: await this.pictures.take(session, before, images) };
      if (onHand !== undefined) product = withOnHand(product, counted(product, onHand));
      if (status)
        product = await this.publishing.step(session, actor, product, status, reason ?? null);
      requireComplete(product);
      return {
        after: product,
        cause: { reason: 'correction', note: reason ?? null, lot: null },
        reason: reason ?? null,
      };
    });
    return toOwnProductDto(after);
  }

  /**
   * Throws `PRODUCT_UNIT_FIXED` once there was stock, or shoppers could put it in their carts: the ledger and carts hold
   * thousandths of the unit that the product has now.
   */
  private async requireOpenUnit(session: ClientSession, product: Product): Promise<void> {
    if (product.publishedAt === null && !(await this.ledger.has(session, product._id))) return;
    throw new DomainError('PRODUCT_UNIT_FIXED', undefined, {
      errors: [{ path: 'unit', message: 'cannot change once it was on sale or had stock' }],
    });
  }

  /**
   * Records a harvest, a write-off or a correction; a count that equals the current stock is not recorded. Throws as
   * {@link update} does.
   */
  async changeStock(actor: Principal, id: Id, body: ChangeStock): Promise<OwnProductDto> {
    const after = await this.records.change(actor, id, body.version, async (_, before) => {
      const onHand = stockAfter(before, body);
      const product = withOnHand(before, onHand);
      const harvest = body.reason === 'harvest' ? { ...body, lot: body.lot ?? newLot() } : null;
      return {
        after: harvest ? asHarvested(product, harvest) : product,
        cause: { reason: body.reason, note: body.note ?? null, lot: harvest?.lot ?? null },
        reason: body.note ?? null,
      };
    });
    return toOwnProductDto(after);
  }
}

const withOnHand = (product: Product, onHand: number): Product => ({
  ...product,
  onHand,
  available: onHand - product.held,
});

/** The counted amount in thousandths; throws `QUANTITY_INVALID` if it is less than what checkouts hold. */
function counted({ unit, held }: Product, onHand: number): number {
  refuse(amountFaults(unit, { onHand }));
  const amount = toThousandths(onHand);
  if (amount < held) throw new DomainError('QUANTITY_INVALID');
  return amount;
}

function stockAfter(product: Product, { reason, ...body }: ChangeStock): number {
  const path = body.change === undefined ? 'counted' : 'change';
  const said = body.change ?? body.counted ?? 0;
  refuse(amountFaults(product.unit, { [path]: said }));
  const amount = toThousandths(said);
  const onHand = body.change === undefined ? amount : product.onHand + amount;
  if (reason === 'harvest' && onHand <= product.onHand)
    refuse([{ path, message: 'a harvest adds' }]);
  if (reason === 'write-off' && onHand >= product.onHand)
    refuse([{ path, message: 'a write-off takes away' }]);
  if (onHand < product.held)
    throw new DomainError(
      'QUANTITY_INVALID',
      product.held > 0
        ? 'There cannot be less than customers at checkout hold'
        : `There is only ${formatQuantity(fromThousandths(product.onHand), product.unit)} on hand`,
    );
  return onHand;
}

/** The product after a new harvest; drops the best-before date if it is before the new harvest. */
function asHarvested(
  product: Product,
  {
    lot,
    harvestedAt,
    bestBefore,
  }: Pick<ChangeStock, 'harvestedAt' | 'bestBefore'> & { lot: string },
): Product {
  const harvest = harvestedAt ? new Date(harvestedAt) : product.harvestedAt;
  const outdated = harvest && product.bestBefore && product.bestBefore < harvest;
  const kept = outdated ? null : product.bestBefore;
  const after: Product = {
    ...product,
    lot,
    harvestedAt: harvest,
    bestBefore: bestBefore ? new Date(bestBefore) : kept,
  };
  if (harvestedAt || bestBefore) refuse(productFaults(fieldsOf(after, {}), new Date()));
  return after;
}
