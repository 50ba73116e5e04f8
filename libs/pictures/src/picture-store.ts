import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps files by their names, which are hashes of their content: what has been put never changes. */
export abstract class PictureStore {
  abstract put(name: string, bytes: Buffer): Promise<void>;
  /** Null where there is no such file. */
  abstract get(name: string): Promise<Buffer | null>;
  abstract delete(name: string): Promise<void>;
}

/** In one folder on disk. */
export class DiskPictureStore extends PictureStore {
  constructor(private readonly dir: string) {
    super();
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await mkdir(this.dir, { recursive: true });
    // Under its name a file is whole or not there.
    const unfinished = join(this.dir, `.${randomUUID()}`);
    await writeFile(unfinished, bytes);
    await rename(unfinished, this.path(name));
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
    if (!isPictureName(name)) throw new Error('no name of a picture');
    return join(this.dir, name);
  }
}

const PICTURE_NAME = /^[0-9a-f]{40}-\d{3,4}\.webp$/;

/** Whether a picture can have this name; nothing else is ever looked for. */
export function isPictureName(name: string): boolean {
  return PICTURE_NAME.test(name);
}
