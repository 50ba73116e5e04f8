import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/contracts';
import { UploadRights } from '#libs/pictures';
import { FarmsService } from './farms.service.js';

/** Farms upload pictures once an admin has approved them: until then anybody can have made them. */
@Injectable()
export class FarmUploads extends UploadRights {
  constructor(private readonly farms: FarmsService) {
    super();
  }

  mayUpload(farmId: Id): Promise<boolean> {
    return this.farms.isApproved(farmId);
  }
}
