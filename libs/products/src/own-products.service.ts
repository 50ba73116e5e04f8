import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type {
  AdminProductsQuery,
  OwnProductDto,
  OwnProductsFilter,
  OwnProductsPage,
  OwnProductsQuery,
} from '#libs/contracts';
import {
  DomainError,
  decodeCursor,
  encodeCursor,
  type Principal,
  readWithTotal,
  rowsToExport,
  searchFilter,
  toCsv,
} from '#libs/platform';
import { hasStockLevel, PRODUCT, type Product, toOwnProductDto } from './product.model.js';
import { ownedBy } from './product-records.js';

const BY_NAME = { name: 1, _id: 1 } as const;

/** Lists products in any status for their farm and for admins, by name. */
@Injectable()
export class OwnProducts {
  constructor(@InjectModel(PRODUCT) private readonly products: Model<Product>) {}

  async page(
    reader: Principal,
    { cursor, limit, ...filter }: OwnProductsQuery | AdminProductsQuery,
  ): Promise<OwnProductsPage> {
    const { found, total } = await readWithTotal(this.products, {
      filter: toFilter(reader, filter),
      afterCursor: cursor ? afterCursor(cursor) : undefined,
      sort: BY_NAME,
      limit,
    });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const more = found.length > limit && last;
    return {
      products: rows.map(toOwnProductDto),
      nextCursor: more ? encodeCursor([last.name, last._id.toString()]) : null,
      total,
    };
  }

  /** Throws `EXPORT_TOO_LARGE`. */
  async csv(reader: Principal, filter: OwnProductsFilter): Promise<string> {
    const found = await rowsToExport(this.products, toFilter(reader, filter), BY_NAME);
    return toCsv(
      COLUMNS.map(([name]) => name),
      found.map(toOwnProductDto).map((product) => COLUMNS.map(([, cell]) => cell(product))),
    );
  }
}

const COLUMNS: readonly (readonly [
  name: string,
  cell: (product: OwnProductDto) => string | number | boolean | null,
])[] = [
  ['id', ({ _id }) => _id],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['category', ({ category }) => category],
  ['organic', ({ organic }) => organic],
  ['price', ({ price }) => price.toFixed(2)],
  ['unit', ({ unit }) => unit],
  ['step', ({ step }) => step],
  ['minimum', ({ minimum }) => minimum],
  ['on hand', ({ onHand }) => onHand],
  ['held', ({ held }) => held],
  ['available', ({ available }) => available],
  ['sold', ({ sold }) => sold],
  ['low at', ({ lowAt }) => lowAt],
  ['harvested', ({ harvestedAt }) => harvestedAt],
  ['best before', ({ bestBefore }) => bestBefore],
  ['lot', ({ lot }) => lot],
  ['allergens', ({ allergens }) => allergens.join('; ')],
  ['storage', ({ storage }) => storage],
  ['features', ({ features }) => features.join('; ')],
  ['rating', ({ rating }) => rating],
  ['reviews', ({ reviewCount }) => reviewCount],
  ['description', ({ description }) => description],
];

function toFilter(
  reader: Principal,
  { q, status, stock, farm }: OwnProductsFilter & { farm?: string | undefined },
): QueryFilter<Product> {
  return {
    ...(farm && { 'farm._id': new Types.ObjectId(farm) }),
    ...ownedBy(reader),
    ...(status && { status }),
    ...(stock && { $expr: hasStockLevel(stock) }),
    ...searchFilter(q),
  };
}

/** Matches the rows after a cursor: a later name, or the same name and a later id. */
function afterCursor(cursor: string): QueryFilter<Product> {
  const [name, id] = decodeCursor(cursor);
  if (typeof name !== 'string') throw new DomainError('CURSOR_INVALID');
  return {
    $or: [{ name: { $gt: name } }, { name, _id: { $gt: new Types.ObjectId(id) } }],
  };
}
