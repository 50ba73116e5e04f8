import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from './server/server.js';

/** A new directory for a server; it is removed when the server has stopped. */
export const temporaryDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'embedded-mongo-'));

export const removeDirectory = (dir: string): Promise<void> =>
  rm(dir, { recursive: true, force: true });

export interface TemporaryMongoOptions {
  instance?: {
    /** 0, the default, takes a free one. */
    port?: number;
    /** The database that the URI names; `test` if none is given. */
    dbName?: string;
  };
}

/** A server for tests, with the methods of mongodb-memory-server, in this process. What it stores is removed with it. */
export class TemporaryMongo {
  private constructor(
    private readonly server: EmbeddedMongo,
    /** Where the data is. */
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
