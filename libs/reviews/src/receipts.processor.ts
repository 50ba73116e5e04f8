import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, OnEvent } from '#libs/platform';
import { RECEIPT, type Receipt } from './receipt.model.js';

/** Records delivered products as receipts, which are all that reviews know of orders. */
@Injectable()
export class ReceiptsProcessor {
  constructor(@InjectModel(RECEIPT) private readonly receipts: Model<Receipt>) {}

  @OnEvent('order.part-changed')
  async keepReceipt(
    { payload, occurredAt }: DomainEvent<'order.part-changed'>,
    session: ClientSession,
  ): Promise<void> {
    const { orderId, customerId, part } = payload;
    if (part.status !== 'delivered') return;
    for (const { productId, name, image } of part.lines.filter(({ quantity }) => quantity > 0))
      await this.receipts.updateOne(
        { orderId: new Types.ObjectId(orderId), productId: new Types.ObjectId(productId) },
        {
          $setOnInsert: {
            customerId: new Types.ObjectId(customerId),
            productName: name,
            productImage: image,
            farmId: new Types.ObjectId(part.farmId),
            farmName: part.farmName,
            farmSlug: part.farmSlug,
            receivedAt: new Date(occurredAt),
            reviewId: null,
          },
        },
        { session, upsert: true },
      );
  }
}
