import type { Id } from '#libs/contracts';

/** Which farms may upload; implemented by the slice that knows them. */
export abstract class UploadRights {
  abstract mayUpload(farmId: Id): Promise<boolean>;
}
