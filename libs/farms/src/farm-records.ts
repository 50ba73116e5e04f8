import { Injectable } from '@nestjs/common';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { FarmsService } from './farms.service.js';

/** A person's farm, for their archive. */
@Injectable()
export class FarmRecords {
  constructor(private readonly farms: FarmsService) {}

  @RecordsOf('farm')
  async records({ farmId }: RecordsOwner): Promise<PersonalRecords> {
    return { rows: farmId ? [await this.farms.get(farmId)] : [] };
  }
}
