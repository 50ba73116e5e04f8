import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/contracts';
import { UploadRights } from '#libs/pictures';
import { FarmsService } from './farms.service.js';

/** Only approved farms upload pictures, because anybody can register a farm. */
@Injectable()
export class FarmUploads extends UploadRights {
  constructor(private readonly farms: FarmsService) {
    super();
  }

  mayUpload(farmId: Id): Promise<boolean> {
    return this.farms.isApproved(farmId);
  }
}
