import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from './server/server.js';

/** Creates a directory for a temporary server; the caller removes it after the server has stopped. */
export const temporaryDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'embedded-mongo-'));

export const removeDirectory = (dir: string): Promise<void> =>
  rm(dir, { recursive: true, force: true });

export interface TemporaryMongoOptions {
  instance?: {
    /** 0, the default, selects a free port. */
    port?: number;
    /** The database in the URI; `test` by default. */
    dbName?: string;
  };
}

/** A server for tests in this process, with the methods of mongodb-memory-server. `stop` deletes its data. */
export class TemporaryMongo {
  private constructor(
    private readonly server: EmbeddedMongo,
    /** Data folder. */
    readonly dir: string,
    private readonly database: string,
  ) {}

  static async create({ instance = {} }: TemporaryMongoOptions = {}): Promise<TemporaryMongo> {
    const { port = 0, dbName = 'test' } = instance;
    const dir = await temporaryDirectory();
    try {
      const server = await startEmbeddedMongo({ dir, port, durability: 'none' });
      return new TemporaryMongo(server, dir, dbName);
    } catch (error) {
      await removeDirectory(dir);
      throw error;
    }
  }

  getUri(dbName = this.database): string {
    return this.server.uri.replace('/?', `/${dbName}?`);
  }

  async stop(): Promise<void> {
    await this.server.close();
    await removeDirectory(this.dir);
  }
}
