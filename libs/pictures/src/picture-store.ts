import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores files by name. A name is a hash of the content, so a stored file never changes. */
export abstract class PictureStore {
  abstract put(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  abstract get(name: string): Promise<Buffer | null>;
  abstract delete(name: string): Promise<void>;
}

/** Stores pictures in one folder on disk. */
export class DiskPictureStore extends PictureStore {
  constructor(private readonly dir: string) {
    super();
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    // Renamed when complete, so that no partial file ever has a picture's name.
    const temporary = join(this.dir, `.${randomUUID()}`);
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, this.path(name));
  }

  async get(name: string): Promise<Buffer | null> {
    try {
      return await readFile(this.path(name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  async delete(name: string): Promise<void> {
    await rm(this.path(name), { force: true });
  }

  private path(name: string): string {
    if (!isPictureName(name)) throw new Error('not the name of a picture');
    return join(this.dir, name);
  }
}

const PICTURE_NAME = /^[0-9a-f]{40}-\d{3,4}\.webp$/;

/** Whether this is a valid picture name; a store accepts no other, so no path can be injected. */
export function isPictureName(name: string): boolean {
  return PICTURE_NAME.test(name);
}
