import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  fromThousandths,
  type Id,
  type PageQuery,
  type StockEntryDto,
  type StockLedgerPage,
} from '#libs/contracts';
import {
  type ClientSession,
  newestById,
  type Principal,
  rowsToExport,
  toCsv,
} from '#libs/platform';
import { ProductRecords } from './product-records.js';
import { STOCK_ENTRY, type StockEntry } from './stock-ledger.model.js';

const COLUMNS = ['at', 'reason', 'change', 'held change', 'unit', 'lot', 'order', 'note'];

/** Reads the stock ledger of a product. */
@Injectable()
export class StockLedger {
  constructor(
    @InjectModel(STOCK_ENTRY) private readonly ledger: Model<StockEntry>,
    private readonly records: ProductRecords,
  ) {}

  /** Whether the product ever had any stock. */
  async has(session: ClientSession, productId: Types.ObjectId): Promise<boolean> {
    return (await this.ledger.exists({ productId }).session(session)) !== null;
  }

  /** Newest first; throws `PRODUCT_NOT_FOUND` for another farm's product. */
  async page(reader: Principal, id: Id, query: PageQuery): Promise<StockLedgerPage> {
    const { unit } = await this.records.find(reader, id);
    const filter = { productId: new Types.ObjectId(id) };
    const { rows, ...page } = await newestById(this.ledger, filter, query);
    return { entries: rows.map(toEntryDto), unit, ...page };
  }

  /** All of it as one file, newest first; throws `PRODUCT_NOT_FOUND` and `EXPORT_TOO_LARGE`. */
  async csv(reader: Principal, id: Id): Promise<string> {
    const { unit } = await this.records.find(reader, id);
    const found = await rowsToExport(
      this.ledger,
      { productId: new Types.ObjectId(id) },
      { _id: -1 },
    );
    const rows = found.map((entry) => {
      const { at, reason, change, heldChange, lot, orderId, note } = toEntryDto(entry);
      return [at, reason, change, heldChange, unit, lot, orderId, note];
    });
    return toCsv(COLUMNS, rows);
  }
}

function toEntryDto(entry: StockEntry): StockEntryDto {
  return {
    _id: entry._id.toString(),
    at: entry.at.toISOString(),
    reason: entry.reason,
    change: fromThousandths(entry.change),
    heldChange: fromThousandths(entry.heldChange),
    lot: entry.lot,
    orderId: entry.orderId?.toString() ?? null,
    note: entry.note,
  };
}
