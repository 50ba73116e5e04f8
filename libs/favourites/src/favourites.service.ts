import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  FAVOURITES_MAX,
  type FavouriteFarmsPage,
  type FavouriteKind,
  type FavouriteProductsPage,
  type Favourites,
  type Id,
  type PageQuery,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import {
  DomainError,
  decodeTimeCursor,
  draft,
  Outbox,
  retryConflicts,
  splitPage,
  writeVersion,
} from '#libs/platform';
import { ProductsService, toProductDto } from '#libs/products';
import {
  FAVOURITE_BOOK,
  type FavouriteBook,
  type Mark,
  toFavourites,
} from './favourite-book.model.js';

/** Customers' favourites: each sees only their own, synchronised across their tabs. */
@Injectable()
export class FavouritesService {
  constructor(
    @InjectModel(FAVOURITE_BOOK) private readonly books: Model<FavouriteBook>,
    private readonly products: ProductsService,
    private readonly farms: FarmsService,
    private readonly outbox: Outbox,
  ) {}

  async get(customerId: Id): Promise<Favourites> {
    return toFavourites(await this.book(customerId));
  }

  /** The marked products that shoppers may see, newest mark first. */
  async listProducts(customerId: Id, query: PageQuery): Promise<FavouriteProductsPage> {
    const { products: marks } = await this.book(customerId);
    const found = await this.products.byIds(marks.map(({ _id }) => _id));
    const { rows, ...page } = pageOf(marks, found, query);
    return { products: rows.map(toProductDto), ...page };
  }

  /** The marked farms that are approved, newest mark first. */
  async listFarms(customerId: Id, query: PageQuery): Promise<FavouriteFarmsPage> {
    const { farms: marks } = await this.book(customerId);
    const found = await this.farms.approved(marks.map(({ _id }) => _id));
    const { rows, ...page } = pageOf(marks, found, query);
    return { farms: rows, ...page };
  }

  /**
   * Marks a product or a farm; an existing mark keeps its time. Throws `PRODUCT_NOT_FOUND` or `FARM_NOT_FOUND` if
   * shoppers do not see it, and `FAVOURITE_LIMIT_REACHED`.
   */
  async add(customerId: Id, kind: FavouriteKind, id: Id): Promise<Favourites> {
    const _id = new Types.ObjectId(id);
    const found =
      kind === 'products' ? await this.products.byIds([_id]) : await this.farms.approved([_id]);
    if (found.length === 0)
      throw new DomainError(kind === 'products' ? 'PRODUCT_NOT_FOUND' : 'FARM_NOT_FOUND');
    return this.change(customerId, kind, (marks) => {
      if (marks.some((mark) => mark._id.equals(_id))) return marks;
      if (marks.length >= FAVOURITES_MAX[kind]) throw new DomainError('FAVOURITE_LIMIT_REACHED');
      return [{ _id, at: new Date() }, ...marks];
    });
  }

  /** Removes a mark, if there is one. */
  remove(customerId: Id, kind: FavouriteKind, id: Id): Promise<Favourites> {
    return this.change(customerId, kind, (marks) =>
      marks.some((mark) => mark._id.equals(id))
        ? marks.filter((mark) => !mark._id.equals(id))
        : marks,
    );
  }

  /** `edit` returns the same array if nothing changes; then nothing is written. */
  private change(
    customerId: Id,
    kind: FavouriteKind,
    edit: (marks: Mark[]) => Mark[],
  ): Promise<Favourites> {
    return retryConflicts(async () => {
      const before = await this.book(customerId);
      const marks = edit(before[kind]);
      if (marks === before[kind]) return toFavourites(before);
      const after = await writeVersion(this.books, before, { ...listsOf(before), [kind]: marks });
      const favourites = toFavourites(after);
      this.outbox.publish(
        draft(
          'favourites.changed',
          { id: `favourites:${customerId}`, version: after.version },
          { customerId, favourites },
        ),
      );
      return favourites;
    });
  }

  private async book(customerId: Id): Promise<FavouriteBook> {
    return (await this.books.findById(customerId).lean<FavouriteBook>()) ?? emptyBook(customerId);
  }
}

const listsOf = ({ products, farms }: FavouriteBook) => ({ products, farms });

const emptyBook = (customerId: Id): FavouriteBook => ({
  _id: new Types.ObjectId(customerId),
  products: [],
  farms: [],
  version: 0,
});

/** A page of the found rows, in the order of the marks; a book is small enough to sort in memory. */
function pageOf<Row extends { _id: { toString(): string } }>(
  marks: readonly Mark[],
  found: readonly Row[],
  { cursor, limit }: PageQuery,
): { rows: Row[]; nextCursor: string | null; total: number } {
  const byId = new Map(found.map((row) => [row._id.toString(), row]));
  const shown = marks
    .filter(({ _id }) => byId.has(_id.toString()))
    .toSorted((one, other) => (isBefore(one, other.at, other._id.toString()) ? 1 : -1));
  const from = cursor ? decodeTimeCursor(cursor) : null;
  const rest = from ? shown.filter((mark) => isBefore(mark, from.at, from.id)) : shown;
  const { rows, nextCursor } = splitPage(rest.slice(0, limit + 1), limit, ({ at }) => at);
  const page = rows.flatMap(({ _id }) => byId.get(_id.toString()) ?? []);
  return { rows: page, nextCursor, total: shown.length };
}

/** Whether a mark is older than the other; for equal times the ids decide. */
const isBefore = ({ _id, at }: Mark, otherAt: Date, otherId: string) =>
  at.getTime() === otherAt.getTime() ? _id.toString() < otherId : at < otherAt;
