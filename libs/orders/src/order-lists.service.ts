import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import {
  type Cell,
  clockOf,
  emailIn,
  fromThousandths,
  type OrdersFilter,
  type OrdersPage,
  type OrdersQuery,
  toDollars,
} from '#libs/contracts';
import {
  csvRows,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
  readWithTotal,
  splitPage,
  toCsv,
} from '#libs/platform';
import { UsersService } from '#libs/users';
import { ORDER, type Order, type Part } from './order.model.js';
import { viewerOf } from './order-access.js';
import { toOrderDto } from './order-dto.js';
import { olderThan, ordersFilter, partMatches } from './order-filter.js';
import { lineRefundSums } from './refunds.js';

const NEWEST = { createdAt: -1, _id: -1 } as const;
const COLUMNS = [
  'order',
  'placed',
  'customer',
  'farm',
  'fulfilment',
  'day',
  'from',
  'until',
  'status',
  'payment',
  'product',
  'ordered',
  'coming',
  'unit',
  'price',
  'total',
  'refunded',
  'credited',
  'line note',
  'farm note',
  'order note',
];

/** Lists and exports the orders that a reader may see. */
@Injectable()
export class OrderListsService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly users: UsersService,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Newest first: a customer's own orders, those with a part of the farmer's farm, or all. Throws `CURSOR_INVALID`. */
  async list(reader: Principal, { cursor, limit, ...filter }: OrdersQuery): Promise<OrdersPage> {
    const wanted = await this.filterOf(reader, filter);
    const { found, total } = await readWithTotal(this.orders, {
      filter: wanted,
      afterCursor: cursor ? olderThan(cursor) : undefined,
      sort: NEWEST,
      limit,
    });
    const { rows, nextCursor } = splitPage(found, limit, ({ createdAt }) => createdAt);
    return { orders: rows.map((order) => toOrderDto(order, viewerOf(reader))), nextCursor, total };
  }

  /** A complete CSV with a row per order line; streamed, so that memory does not grow with the orders. */
  async *csv(reader: Principal, filter: OrdersFilter): AsyncGenerator<string> {
    const wanted = await this.filterOf(reader, filter);
    yield toCsv(COLUMNS, []);
    const cursor = this.orders.find(wanted).sort(NEWEST).lean<Order[]>().cursor();
    for await (const order of cursor as AsyncIterable<Order>)
      for (const part of order.parts)
        if (partMatches(reader, filter, part))
          yield csvRows(rowsOf(order, part, this.config.MARKET_TIME_ZONE));
  }

  /** Only admins may see e-mails, so only they can search by one. */
  private async filterOf(reader: Principal, filter: OrdersFilter): Promise<QueryFilter<Order>> {
    const { q } = filter;
    const email = reader.role === 'admin' ? emailIn(q ?? '') : null;
    return ordersFilter(reader, filter, email ? await this.users.idByEmail(email) : undefined);
  }
}

function rowsOf(order: Order, part: Part, timeZone: string): Cell[][] {
  const { slot } = part;
  return part.lines.map((line) => {
    const { tender, credit } = lineRefundSums(part, line);
    return [
      order.code,
      order.createdAt.toISOString(),
      order.customer.name,
      part.farmName,
      part.fulfilment,
      slot?.date ?? null,
      slot ? clockOf(slot.startAt, timeZone) : null,
      slot ? clockOf(slot.endAt, timeZone) : null,
      part.status,
      part.payment.status,
      line.name,
      fromThousandths(line.ordered),
      fromThousandths(line.amount),
      line.unit,
      toDollars(line.price),
      toDollars(line.total),
      toDollars(tender),
      toDollars(credit),
      line.note,
      part.note,
      order.notes,
    ];
  });
}
