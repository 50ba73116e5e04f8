import { Injectable } from '@nestjs/common';
import type { JobPayload } from '#libs/contracts';
import { OnJob } from '#libs/platform';
import { StockCheckService } from './stock-check.service.js';

/** Checks stock against the ledger every hour, and on an admin's request. */
@Injectable()
export class StockCheckProcessor {
  constructor(private readonly checks: StockCheckService) {}

  @OnJob('stock.check')
  async checkStock({ requestedBy }: JobPayload<'stock.check'>): Promise<void> {
    await this.checks.run(requestedBy ?? null);
  }
}
