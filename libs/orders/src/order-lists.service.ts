import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import {
  fromBaseUnits,
  type OrdersFilter,
  type OrdersPage,
  type OrdersQuery,
  toDollars,
} from '#libs/contracts';
import { type Cell, csvRow, type Principal, pageByTime, readWithTotal } from '#libs/platform';
import { UsersService } from '#libs/users';
import { ORDER, type Order, type Part } from './order.model.js';
import { viewerOf } from './order-access.js';
import { toOrderDto } from './order-dto.js';
import { isWanted, olderThan, ordersFilter } from './order-filter.js';

const NEWEST = { createdAt: -1, _id: -1 } as const;
const COLUMNS = [
  'order',
  'placed',
  'customer',
  'farm',
  'fulfilment',
  'status',
  'payment',
  'product',
  'quantity',
  'unit',
  'price',
  'total',
  'line note',
  'farm note',
  'order note',
];

/** The orders that somebody may see: found, listed and written to a file. */
@Injectable()
export class OrderListsService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly users: UsersService,
  ) {}

  /** Newest first: own ones, those with a part of the own farm, or all. Throws `CURSOR_INVALID`. */
  async list(reader: Principal, { cursor, limit, ...filter }: OrdersQuery): Promise<OrdersPage> {
    const wanted = await this.filterOf(reader, filter);
    const { found, total } = await readWithTotal(this.orders, {
      filter: wanted,
      behind: cursor ? olderThan(cursor) : undefined,
      sort: NEWEST,
      limit,
    });
    const { rows, nextCursor } = pageByTime(found, limit, ({ createdAt }) => createdAt);
    return { orders: rows.map((order) => toOrderDto(order, viewerOf(reader))), nextCursor, total };
  }

  /** A table with a row for each line, written while it is read: nothing is left out and nothing kept in memory. */
  async *csv(reader: Principal, filter: OrdersFilter): AsyncGenerator<string> {
    const wanted = await this.filterOf(reader, filter);
    yield csvRow(COLUMNS);
    const cursor = this.orders.find(wanted).sort(NEWEST).lean<Order[]>().cursor();
    for await (const order of cursor as AsyncIterable<Order>)
      for (const part of order.parts)
        if (isWanted(reader, filter, part)) yield rowsOf(order, part).map(csvRow).join('');
  }

  /** Only admins know people's e-mails, so only they find somebody by one. */
  private async filterOf(reader: Principal, filter: OrdersFilter): Promise<QueryFilter<Order>> {
    const { q } = filter;
    const byEmail = reader.role === 'admin' && q?.includes('@');
    return ordersFilter(reader, filter, byEmail ? await this.users.idByEmail(q ?? '') : undefined);
  }
}

function rowsOf(order: Order, part: Part): Cell[][] {
  return part.lines.map((line) => [
    order.code,
    order.createdAt.toISOString(),
    order.customer.name,
    part.farmName,
    part.fulfilment,
    part.status,
    (part.payment as Part['payment'] | undefined)?.status ?? null,
    line.name,
    fromBaseUnits(line.amount, line.unit),
    line.unit,
    toDollars(line.price),
    toDollars(line.total),
    line.note ?? null,
    part.note ?? null,
    order.notes,
  ]);
}
