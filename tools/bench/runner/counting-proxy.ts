import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { BSON } from 'mongodb';

const HOST = '127.0.0.1';
const OP_MSG = 2013;
/** Bytes of a message before its first section, whose document begins one byte later. */
const HEAD = 20;
/** Offset of a document's first field name, which is the name of the command. */
const TO_NAME = 5;
/** Commands that drivers send by themselves. */
const NOT_COUNTED = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'endSessions', 'buildInfo']);
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

/**
 * A proxy between a process and MongoDB that counts commands and written documents. It costs time, so nothing is timed
 * while it runs.
 */
export class CountingProxy {
  commands = 0;
  /** Documents inserted, matched by an update, or deleted, as reported by the replies. */
  documents = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(mongo: string): Promise<CountingProxy> {
    const { port } = new URL(mongo);
    const server = createServer();
    await once(server.listen(0, HOST), 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    // Without directConnection the driver would discover the server's own address and bypass the proxy.
    const url = `mongodb://${HOST}:${address.port}/?directConnection=true`;
    const proxy = new CountingProxy(server, url);
    server.on('connection', (client) => proxy.serve(client, connect(Number(port), HOST)));
    return proxy;
  }

  close(): void {
    this.server.close();
  }

  private serve(client: Socket, mongo: Socket): void {
    /** Pending writes by request id. */
    const writes = new Map<number, string>();
    const asked = new Messages((message) => {
      if (message.readInt32LE(12) !== OP_MSG) return;
      const from = HEAD + 1 + TO_NAME;
      const name = message.toString('latin1', from, message.indexOf(0, from));
      if (NOT_COUNTED.has(name)) return;
      this.commands += 1;
      if (WRITES.has(name)) writes.set(message.readInt32LE(4), name);
    });
    const answered = new Messages((message) => {
      const name = writes.get(message.readInt32LE(8));
      if (name === undefined) return;
      writes.delete(message.readInt32LE(8));
      const answer = BSON.deserialize(message.subarray(HEAD + 1));
      const n: unknown = name === 'findAndModify' ? answer.lastErrorObject?.n : answer.n;
      this.documents += Number(n ?? 0);
    });
    const pass = (from: Socket, to: Socket, messages: Messages) => {
      from.setNoDelay(true);
      from.on('data', (chunk: Buffer) => {
        messages.take(chunk);
        to.write(chunk);
      });
      from.on('error', () => {}); // 'close' comes next
      from.on('close', () => to.destroy());
    };
    pass(client, mongo, asked);
    pass(mongo, client, answered);
  }
}

/** Splits a stream into messages of MongoDB's protocol; each begins with its length. */
class Messages {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly onMessage: (message: Buffer) => void) {}

  take(chunk: Buffer): void {
    let bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
      const length = bytes.readInt32LE(0);
      this.onMessage(bytes.subarray(0, length));
      bytes = bytes.subarray(length);
    }
    this.rest = bytes;
  }
}
