import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { type FarmDto, type FarmsPage, type FarmsQuery, type Id, toTotal } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { DomainError, decodeCursor, encodeCursor } from '#libs/platform';
import { CatalogueIndex } from './catalogue-index.js';

/** Lists approved farms: all of them, by search, or by ids. */
@Injectable()
export class FarmDirectory {
  constructor(
    private readonly index: CatalogueIndex,
    private readonly farms: FarmsService,
  ) {}

  /** Throws `CURSOR_INVALID`, also for the cursor of another list. */
  async list({ q, ids, cursor, limit }: FarmsQuery): Promise<FarmsPage> {
    if (ids) {
      const farms = await this.approved(ids);
      return { farms, nextCursor: null, total: farms.length };
    }
    if (!q) return this.farms.list({ cursor, limit });
    const { rows, total } = this.index.findFarms(q, limit + 1, cursor ? afterCursor(cursor) : null);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const found = await this.approved(page.map(({ id }) => id));
    const byId = new Map(found.map((farm) => [farm._id, farm]));
    return {
      farms: page.flatMap(({ id }) => byId.get(id) ?? []),
      nextCursor: rows.length > limit && last ? encodeCursor([last.score, last.id]) : null,
      total: toTotal(total),
    };
  }

  private approved(ids: readonly Id[]): Promise<FarmDto[]> {
    return this.farms.approved(ids.map((id) => new Types.ObjectId(id)));
  }
}

function afterCursor(cursor: string): { score: number; id: string } {
  const [score, id] = decodeCursor(cursor);
  if (typeof score !== 'number') throw new DomainError('CURSOR_INVALID');
  return { score, id };
}
