import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { CartsService } from './carts.service.js';
import { ORDER, type Order } from './order.model.js';
import { toOrderDto } from './order-dto.js';

/** What a person has ordered and put into the cart, for their archive. The orders of a farm are its customers' data. */
@Injectable()
export class OrderRecords {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly carts: CartsService,
  ) {}

  @RecordsOf('orders')
  async ordersOf({ userId }: RecordsOwner): Promise<PersonalRecords> {
    const found = await this.orders
      .find({ 'customer._id': new Types.ObjectId(userId) })
      .sort({ createdAt: -1, _id: -1 })
      .lean<Order[]>();
    return { rows: found.map((order) => toOrderDto(order, { sees: 'all' })) };
  }

  @RecordsOf('cart')
  async cartOf({ userId, role }: RecordsOwner): Promise<PersonalRecords> {
    if (role !== 'customer') return { rows: [] };
    return { rows: (await this.carts.get(userId)).items };
  }
}
