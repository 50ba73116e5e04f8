import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { type FarmsPage, type FarmsQuery, toTotal } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { DomainError, decodeCursor, encodeCursor } from '#libs/platform';
import { CatalogueIndex } from './catalogue-index.js';

/** The approved farms: all of them, or those that fit a search. */
@Injectable()
export class FarmDirectory {
  constructor(
    private readonly index: CatalogueIndex,
    private readonly farms: FarmsService,
  ) {}

  /** Throws `CURSOR_INVALID`, also for a cursor of another kind of list. */
  async list({ q, cursor, limit }: FarmsQuery): Promise<FarmsPage> {
    if (!q) return this.farms.list({ cursor, limit });
    const { rows, total } = this.index.findFarms(q, limit + 1, cursor ? behind(cursor) : null);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const found = await this.farms.approved(page.map(({ id }) => new Types.ObjectId(id)));
    const byId = new Map(found.map((farm) => [farm._id, farm]));
    return {
      farms: page.flatMap(({ id }) => byId.get(id) ?? []),
      nextCursor: rows.length > limit && last ? encodeCursor([last.score, last.id]) : null,
      total: toTotal(total),
    };
  }
}

function behind(cursor: string): { score: number; id: string } {
  const [score, id] = decodeCursor(cursor);
  if (typeof score !== 'number') throw new DomainError('CURSOR_INVALID');
  return { score, id };
}
