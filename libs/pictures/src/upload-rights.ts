import type { Id } from '#libs/contracts';

/** Decides which farms may upload; implemented by the slice that owns farms. */
export abstract class UploadRights {
  abstract mayUpload(farmId: Id): Promise<boolean>;
}
