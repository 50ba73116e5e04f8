import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Document, Long, MongoClient, UUID } from 'mongodb';
import { EmbeddedMongoError, startEmbeddedMongo } from './index.js';
import { canFailSyncs, startHostOnFailingDisk } from './testing/failing-sync.js';
import { RawConnection } from './testing/raw-connection.js';
import { deep } from './testing/runs.js';
import { cleanUp, runProcess, startProcess } from './testing/server-process.js';

/** How often the disk becomes full, and the number of concurrent writers. */
const [FULL_ROUNDS, WRITERS] = [process.env.TEST_DEEP === '1' ? 30 : 4, 12];

/** The server as a process: its start, its end, and its data after a crash. */
let root: string;
let dir: string;
let runs = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
});
beforeEach(() => {
  dir = join(root, `d${runs++}`);
});
afterAll(async () => {
  cleanUp();
  await rm(root, { recursive: true, force: true });
});

const start = (...more: string[]) => startProcess(['--dir', dir, '--port', '0', ...more]);

describe('the process', () => {
  it('prints one line when it is ready and ends with exit code 0 on SIGTERM', async () => {
    const { child, line } = await start();
    expect(line).toMatch(
      /^embedded-mongo ready on mongodb:\/\/127\.0\.0\.1:\d+\/\?replicaSet=rs0$/,
    );
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('keeps its files for their owner only', async () => {
    const { child } = await start();
    const paths = [dir, join(dir, 'data.mdb'), join(dir, 'lock.mdb')];
    const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600, 0o600]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('keeps what was written before SIGTERM', async () => {
    const { child, uri } = await start();
    const client = await MongoClient.connect(uri);
    const things = client.db('test').collection('things');
    await things.createIndex({ a: 1 }, { sparse: true });
    await things.insertOne({ a: [1] });
    const indexes = await things.indexes();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await client.close();
    const again = await start();
    const second = await MongoClient.connect(again.uri);
    const kept = second.db('test').collection('things');
    expect(await kept.countDocuments({ a: 1 })).toBe(1);
    // every starting process creates its indexes again
    await kept.createIndex({ a: 1 }, { sparse: true });
    expect(await kept.indexes()).toEqual(indexes);
    await second.close();
    again.child.kill('SIGTERM');
    await once(again.child, 'exit');
  });

  /** Overwrites all pages except LMDB's first two, even those that a running server has mapped. */
  const damage = async () => {
    const path = join(dir, 'data.mdb');
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size - 8_192, 0xab), 0, size - 8_192, 8_192);
    await file.close();
    return `${path} is damaged`;
  };
  const filled = async () => {
    const started = await start();
    const client = await MongoClient.connect(started.uri);
    const rows = Array.from({ length: 2_000 }, (_, _id) => ({ _id, text: 'x'.repeat(200) }));
    await client.db('test').collection<{ _id: number }>('things').insertMany(rows);
    return { ...started, client };
  };

  it('does not start on damaged data, and names the file', async () => {
    const { child, client } = await filled();
    await client.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
    const said = await damage();
    await expect(start()).rejects.toThrow('exit code 3');
    await expect(start()).rejects.toThrow(said);
    const { code, output } = await runProcess(['--dir', dir, '--verify']);
    expect([code, output]).toEqual([3, expect.stringContaining(said)]);
  });

  it('does not begin anew where its data has been emptied', async () => {
    const { child, client } = await filled();
    await client.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await truncate(join(dir, 'data.mdb'));
    await expect(start()).rejects.toThrow(`${join(dir, 'data.mdb')} is damaged: it is empty`);
  });

  it('ends when it finds its data damaged, and names the file', async () => {
    const { child, client } = await filled();
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += String(chunk);
    });
    const said = await damage();
    const exited = once(child, 'exit');
    const things = client.db('test').collection('things');
    // Not awaited: the driver looks for another server for half a minute.
    const reading = things.findOne({ text: 'nothing' }).catch(() => {});
    expect(await exited).toEqual([3, null]);
    expect(errors).toContain(said);
    await client.close();
    await reading;
  });

  it('refuses what a full disk has no room for, answers on, and has everything else after a restart', async () => {
    const { child, uri } = await startProcess(['--dir', dir, '--port', '0'], 8_192);
    const client = await MongoClient.connect(uri);
    const things = client.db('test').collection<{ _id: number; text: string }>('things');
    const text = 'x'.repeat(500_000);
    const insert = (_id: number) => things.insertOne({ _id, text });
    let stored = 0;
    let refused: unknown;
    while (!refused)
      await insert(stored).then(
        () => stored++,
        (error: unknown) => {
          refused = error;
        },
      );
    expect(refused).toMatchObject({ code: 14_031 });
    await expect(
      client.withSession((session) =>
        session.withTransaction(() => things.insertOne({ _id: -1, text }, { session })),
      ),
    ).rejects.toMatchObject({ code: 14_031, codeName: 'OutOfDiskSpace' });
    expect(await things.countDocuments()).toBe(stored);
    await client.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const again = await start();
    const second = await MongoClient.connect(again.uri);
    const kept = second.db('test').collection<{ _id: number; text: string }>('things');
    expect((await kept.find().toArray()).map(({ _id }) => _id)).toEqual(
      Array.from({ length: stored }, (_, id) => id),
    );
    await kept.insertOne({ _id: stored, text });
    await second.close();
    again.child.kill('SIGTERM');
    await once(again.child, 'exit');
  });

  deep(
    'stores nothing that a full disk has refused, and all that it has taken, with many writers at once',
    async () => {
      const { child, uri } = await startProcess(['--dir', dir, '--port', '0'], 500_000);
      // LMDB prints every failure, which would fill the pipe.
      child.stderr?.resume();
      const limit = (bytes: number | 'unlimited') =>
        promisify(execFile)('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`]);
      const client = await MongoClient.connect(uri);
      const things = client.db('test').collection<{ _id: number; bytes: Buffer }>('things');
      await things.insertOne({ _id: -1, bytes: randomBytes(20_000) });
      const isAnswered = new Map<number, boolean>();
      const isAsAnswered = async (_id: number) =>
        ((await things.findOne({ _id })) !== null) === isAnswered.get(_id);
      const wrong: number[] = [];
      const write = async (_id: number, size: number) => {
        const thing = { _id, bytes: randomBytes(size) };
        const work =
          _id % 4 === 0
            ? things.insertOne(thing)
            : client.withSession((session) =>
                session.withTransaction(() => things.insertOne(thing, { session })),
              );
        isAnswered.set(
          _id,
          await work.then(
            () => true,
            () => false,
          ),
        );
        if (!(await isAsAnswered(_id))) wrong.push(_id);
      };
      for (let round = 0; round < FULL_ROUNDS; round++) {
        const { size } = await stat(join(dir, 'data.mdb'));
        await limit(size + (round % 5) * 40_960);
        await Promise.all(
          Array.from({ length: WRITERS }, async (_, writer) => {
            for (let n = 0; n < 8; n++)
              await write((round * 8 + n) * WRITERS + writer, 200 + (writer % 3) * 6_000);
          }),
        );
      }
      await limit('unlimited');
      for (const _id of isAnswered.keys()) if (!(await isAsAnswered(_id))) wrong.push(_id);
      expect(wrong).toEqual([]);
      expect(new Set(isAnswered.values())).toEqual(new Set([true, false]));
      await client.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  );

  deep(
    'goes on where a full disk has had no room for a new collection, and writes again once there is room',
    async () => {
      const { child, uri } = await startProcess(['--dir', dir, '--port', '0'], 8_192);
      const client = await MongoClient.connect(uri);
      const db = client.db('test');
      const things = db.collection<{ _id: number; text: string }>('things');
      const text = 'x'.repeat(500_000);
      let stored = 0;
      while (
        await things.insertOne({ _id: stored, text }).then(
          () => true,
          () => false,
        )
      )
        stored++;
      const others = db.collection<{ _id: number; text: string }>('others');
      const fill = () =>
        client.withSession((session) =>
          session.withTransaction(() => others.insertOne({ _id: 0, text }, { session })),
        );
      await expect(fill()).rejects.toMatchObject({
        code: 14_031,
        message: expect.stringContaining(`no room for the data in ${dir} (`),
      });
      const names = async () => (await db.listCollections().toArray()).map(({ name }) => name);
      expect(await names()).toEqual(['things']);
      expect(await things.countDocuments()).toBe(stored);
      await promisify(execFile)('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
      await fill();
      expect(await names()).toEqual(['things', 'others']);
      expect(await others.countDocuments()).toBe(1);
      await things.insertOne({ _id: stored, text });
      await client.close();
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  (canFailSyncs ? it : it.skip)(
    'answers an error for what could not be synced, stores none of it and goes on, inside another process too',
    async () => {
      const { child, uri, fail, mend } = await startHostOnFailingDisk(dir, root);
      const client = await MongoClient.connect(uri);
      const db = client.db('test');
      const things = db.collection<{ _id: number }>('things');
      const codeOf = (work: Promise<unknown>) =>
        work.then(
          () => 'stored',
          ({ code }) => code,
        );
      const insert = (_id: number) => codeOf(things.insertOne({ _id }));
      expect(await insert(1)).toBe('stored');
      await fail();
      const refused = await Promise.all([
        // Several at once: what one of them reloads is part of the next commit, which fails as well.
        ...[2, 3, 4, 7, 8, 9].flatMap((n) => [
          codeOf(db.createCollection(`others${n}`)),
          insert(n),
        ]),
        codeOf(
          client.withSession((session) =>
            session.withTransaction(() => things.insertOne({ _id: 5 }, { session })),
          ),
        ),
      ]);
      expect(new Set(refused)).toEqual(new Set([14_031]));
      expect(await things.find().toArray()).toEqual([{ _id: 1 }]);
      await mend();
      expect(await insert(6)).toBe('stored');
      await client.close();
      child.kill('SIGKILL');
      await once(child, 'exit');
      const again = await start();
      const second = await MongoClient.connect(again.uri);
      const kept = await second.db('test').collection('things').find().toArray();
      expect(kept.map(({ _id }) => Number(_id))).toEqual([1, 6]);
      await second.close();
      again.child.kill('SIGTERM');
      await once(again.child, 'exit');
    },
  );

  it('ends when its parent closes its input', async () => {
    const { child } = await start('--exit-with-parent');
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    ['has fail points if told so', ['--fail-points'], undefined],
    ['has none otherwise', [], 59],
  ])('%s', async (_title, more, code) => {
    const { child, uri } = await start(...more);
    const client = await MongoClient.connect(uri);
    const command = { configureFailPoint: 'failCommand', mode: 'off' };
    const answer = await client
      .db('admin')
      .command(command)
      .catch((error) => error);
    expect(answer.code).toBe(code);
    await client.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('says what it takes', async () => {
    const { code, output } = await runProcess(['--help']);
    expect([code, output]).toEqual([0, expect.stringContaining('--temporary')]);
  });

  it('logs in lines of JSON, and removes a temporary directory', async () => {
    const { child, uri } = await startProcess(['--temporary', '--port', '0', '--log']);
    let lines = '';
    child.stderr?.on('data', (chunk) => {
      lines += String(chunk);
    });
    const client = await MongoClient.connect(uri);
    const things = client.db('test').collection('things');
    await things.insertMany(Array.from({ length: 2_000 }, (_, n) => ({ n })));
    const slow = { $expr: { $gt: [{ $size: { $range: [0, { $add: [5_000, '$n'] }] } }, 0] } };
    await things.countDocuments(slow);
    await client.close();
    child.kill('SIGTERM');
    await once(child, 'close');
    const entries = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.at(-1)).toMatchObject({ level: 'info', event: 'closed' });
    expect(entries).toContainEqual(
      expect.objectContaining({
        event: 'slow command',
        ...{ command: 'aggregate', database: 'test', collection: 'things' },
      }),
    );
    const [{ dir: used }] = entries;
    await expect(stat(String(used))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses a wrong argument', async () => {
    const { code, output } = await runProcess(['--dir', dir, '--port', 'x']);
    expect([code, output]).toEqual([1, expect.stringContaining('usage: embedded-mongo')]);
  });
});

describe('the directory', () => {
  it('belongs to one server at a time', async () => {
    const server = await startEmbeddedMongo({ dir, port: 0, durability: 'none' });
    const { code, output } = await runProcess(['--dir', dir, '--port', '0']);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/is in use by the embedded MongoDB server with process id \d+/),
    ]);
    await server.close();
  });

  it('is taken over from a process that is gone', async () => {
    const { child } = await start();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await startEmbeddedMongo({ dir, port: 0, durability: 'none' });
    await server.close();
  });

  it('is taken over when its process id belongs to another process by now', async () => {
    const server = await startEmbeddedMongo({ dir, port: 0, durability: 'none' });
    const lock = await readFile(join(dir, 'server.lock'), 'utf8');
    await server.close();
    await writeFile(join(dir, 'server.lock'), lock.replace(/ \d+/, ' 1'));
    const again = await startEmbeddedMongo({ dir, port: 0, durability: 'none' });
    await again.close();
  });

  it('is free again when the port was taken', async () => {
    const first = await startEmbeddedMongo({ dir, port: 0, durability: 'none' });
    const other = `${dir}-other`;
    const failing = startEmbeddedMongo({ dir: other, port: first.port, durability: 'none' });
    await expect(failing).rejects.toBeInstanceOf(EmbeddedMongoError);
    await first.close();
    const second = await startEmbeddedMongo({ dir: other, port: 0, durability: 'none' });
    await second.close();
  });
});

describe('a retryable write', () => {
  it('that was answered before a crash is not done again after it', async () => {
    const first = await start();
    const client = await MongoClient.connect(first.uri);
    const items = client.db('test').collection('items');
    await items.insertOne({ n: 0 });
    const command = {
      update: 'items',
      updates: [{ q: {}, u: { $inc: { n: 1 } } }],
      lsid: { id: new UUID() },
      txnNumber: Long.fromNumber(1),
      $db: 'test',
    };
    const connection = await RawConnection.to(client);
    expect(await connection.command(command)).toMatchObject({ n: 1, nModified: 1 });
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    connection.close();
    await client.close();

    const second = await start();
    const again = await MongoClient.connect(second.uri);
    const retry = await RawConnection.to(again);
    expect(await retry.command(command)).toMatchObject({ n: 1, retriedStmtIds: [0] });
    expect(await again.db('test').collection('items').findOne({})).toMatchObject({ n: 1 });
    retry.close();
    await again.close();
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');
  });
});

const ROUNDS = process.env.TEST_DEEP === '1' ? 20 : 4;

type Acknowledged = { inserts: number[]; increments: number; transfers: number };

/** Writes until the server is dead, and records the acknowledged writes. */
async function load(uri: string, round: number, done: Acknowledged): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 300, retryWrites: false });
  const db = client.db('crash');
  let next = round * 100_000;
  const inserting = async () => {
    for (;;) {
      const n = next++;
      await db
        .collection<Document>('inserted')
        .insertOne({ n, tags: [n % 7, n % 11], text: `n${n}` });
      done.inserts.push(n);
    }
  };
  const incrementing = async () => {
    for (;;) {
      await db.collection('counter').updateOne({ name: 'all' }, { $inc: { value: 1 } });
      done.increments++;
    }
  };
  const transferring = async () => {
    for (;;) {
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await db
            .collection('accounts')
            .updateOne({ name: 'a' }, { $inc: { value: -1 } }, { session });
          await db
            .collection('accounts')
            .updateOne({ name: 'b' }, { $inc: { value: 1 } }, { session });
          await db.collection<Document>('transfers').insertOne({ at: round }, { session });
        }),
      );
      done.transfers++;
    }
  };
  await Promise.allSettled([inserting(), inserting(), incrementing(), transferring()]);
  await client.close();
}

describe('a crash', () => {
  it(`loses nothing that was acknowledged, in ${ROUNDS} rounds of kill -9 under load`, async () => {
    const done: Acknowledged = { inserts: [], increments: 0, transfers: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { child, uri } = await start();
      const client = await MongoClient.connect(uri);
      const db = client.db('crash');
      if (round === 0) {
        await db.collection('inserted').createIndex({ n: 1 }, { unique: true });
        await db.collection('inserted').createIndex({ tags: 1, text: -1 });
        await db.collection('counter').insertOne({ name: 'all', value: 0 });
        await db.collection('accounts').insertMany([
          { name: 'a', value: 0 },
          { name: 'b', value: 0 },
        ]);
        await db.collection('transfers').insertOne({ at: -1 });
      }
      const counter = await db.collection('counter').findOne({ name: 'all' });
      expect(counter?.value).toBeGreaterThanOrEqual(done.increments);
      done.increments = counter?.value;
      const found = await db
        .collection('inserted')
        .find({ n: { $in: done.inserts } })
        .toArray();
      expect(found).toHaveLength(done.inserts.length);
      const [a, b] = await db.collection('accounts').find().sort({ name: 1 }).toArray();
      const transfers = await db.collection('transfers').countDocuments({ at: { $gte: 0 } });
      expect(transfers).toBeGreaterThanOrEqual(done.transfers);
      // all three writes of each transfer, or none
      expect([a?.value, b?.value]).toEqual([-transfers || 0, transfers]);
      done.transfers = transfers;
      done.inserts = [];
      await client.close();
      const loading = load(uri, round, done);
      // vary the moment of the crash
      await new Promise((resolve) => setTimeout(resolve, 40 + ((round * 37) % 160)));
      child.kill('SIGKILL');
      await loading;
    }
    const { code, output } = await runProcess(['--dir', dir, '--verify']);
    expect(output).toMatch(/0 problems/);
    expect(code).toBe(0);
  });
});
