import { createServer, type Server, type Socket } from 'node:net';
import { type Doc, isArray } from '../bson/types.js';
import type { Engine } from '../commands/context.js';
import { unmetWriteConcern } from '../commands/options.js';
import { CommandError, EmbeddedMongoError } from '../errors.js';
import { damageIn } from '../storage/damage.js';
import type { Durability } from '../storage/durability.js';
import { lockDirectory } from '../storage/lock.js';
import { Store } from '../storage/store.js';
import { Connection } from './connection.js';
import { Cursors } from './cursors.js';
import { dispatch } from './dispatch.js';
import { labelsOfConcern } from './error-labels.js';
import { expireDocuments } from './expiry.js';
import { CloseConnection, FailPoints } from './fail-points.js';
import { type Log, logFault } from './log.js';
import { Sessions } from './sessions.js';
import {
  encodeReply,
  errorReply,
  LogicalClock,
  type Message,
  MessageReader,
  parseMessage,
  unreadable,
} from './wire.js';

export interface EmbeddedMongoOptions {
  /** Data folder; created if missing. */
  dir: string;
  /** TCP port on 127.0.0.1; 0 selects a free one. */
  port: number;
  /** `commit`: an acknowledged write survives a power failure; `none`: only a crash of the process. */
  durability?: Durability;
  /** For tests: allows the command `configureFailPoint`, with which clients make the server fail. */
  failPoints?: boolean;
  /** Receives server events. */
  log?: Log;
  /** Called once when a command finds damaged data: no later answer can be trusted. */
  onDamaged?: (error: EmbeddedMongoError) => void;
}

/** A running server. */
export interface EmbeddedMongo {
  /** Connection string for a driver; append the database name before the `?`. */
  readonly uri: string;
  readonly port: number;
  /** Stops accepting connections, aborts open transactions, and resolves when all acknowledged writes are on disk. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const TTL_MS = 1000;
const EXPIRY_MS = 60_000;
/** Commands that take longer than this, in ms, are logged, as in MongoDB. */
const SLOW_MS = 100;

/**
 * Starts a MongoDB-compatible server on a directory.
 * @throws EmbeddedMongoError if the directory is in use or of another format, or the port is taken
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const running = openServer(options);
  try {
    await running.listen();
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

function openServer(options: EmbeddedMongoOptions): RunningServer {
  const { dir, durability = 'commit', log = () => {} } = options;
  let unlock = () => {};
  try {
    unlock = lockDirectory(dir);
    const store = new Store(dir, durability, (error) => logFault(log, error));
    return new RunningServer(store, unlock, log, options);
  } catch (error) {
    unlock();
    if (error instanceof EmbeddedMongoError || !(error instanceof Error)) throw error;
    throw new Error(`cannot open ${dir}: ${error.message}`, { cause: error });
  }
}

class RunningServer implements EmbeddedMongo {
  port = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly engine: Engine;
  private readonly clock = new LogicalClock();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly failPoints: FailPoints | undefined;
  private connections = 0;
  private closed: Promise<void> | undefined;

  constructor(
    store: Store,
    private readonly unlock: () => void,
    private readonly log: Log,
    private readonly options: EmbeddedMongoOptions,
  ) {
    this.failPoints = options.failPoints ? new FailPoints() : undefined;
    const cursors = new Cursors(this.clock);
    this.engine = {
      store,
      cursors,
      sessions: new Sessions(store, (ended) =>
        cursors.killWhere(({ transaction }) => transaction === ended),
      ),
      address: '',
      nextConnectionId: () => ++this.connections,
    };
    this.server = createServer((socket) => this.serve(socket));
    this.clock.tick();
  }

  get uri(): string {
    return `mongodb://${HOST}:${this.port}/?replicaSet=rs0`;
  }

  async listen(): Promise<void> {
    const { port, dir } = this.options;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', ({ message }) => {
        const text = `cannot listen on ${HOST}:${port}: ${message}`;
        reject(new EmbeddedMongoError('PORT_UNAVAILABLE', text));
      });
      this.server.listen(port, HOST, resolve);
    });
    const address = this.server.address();
    this.port = typeof address === 'object' && address ? address.port : port;
    this.engine.address = `${HOST}:${this.port}`;
    this.every(TTL_MS, () => expireDocuments(this.engine.store));
    this.every(EXPIRY_MS, async () => {
      this.engine.cursors.killIdle();
      await this.engine.sessions.expire();
    });
    this.log({ level: 'info', event: 'ready', uri: this.uri, dir });
  }

  /** Runs a task regularly; a turn that comes while it still runs is left out. */
  private every(ms: number, task: () => Promise<void>): void {
    let isRunning = false;
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      await task().catch(() => undefined);
      isRunning = false;
    };
    const timer = setInterval(() => void run(), ms);
    timer.unref();
    this.timers.push(timer);
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    const reader = new MessageReader();
    const connection = new Connection();
    let answered = Promise.resolve();
    socket.on('data', (chunk) => {
      try {
        for (const bytes of reader.push(chunk))
          answered = answered.then(() => this.receive(socket, connection, bytes));
      } catch {
        // another protocol: there is no message to answer
        socket.destroy();
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.engine.sessions.connectionClosed(connection);
    });
  }

  private async receive(socket: Socket, connection: Connection, bytes: Buffer): Promise<void> {
    try {
      await this.answer(socket, connection, parseMessage(bytes));
    } catch (error) {
      if (error instanceof CommandError)
        this.send(socket, unreadable(bytes), errorReply({}, error));
      else socket.destroy();
    }
  }

  private async answer(socket: Socket, connection: Connection, message: Message): Promise<void> {
    this.clock.tick();
    const began = performance.now();
    try {
      const reply = await this.run(connection, message);
      this.logSlow(message, performance.now() - began);
      this.send(socket, message, { ...reply, ok: 1 });
    } catch (error) {
      this.report(error);
      if (error instanceof CloseConnection) {
        connection.dropped = true;
        socket.destroy();
      } else this.send(socket, message, errorReply(message.command, asCommandError(error)));
    }
  }

  /** Tells the operator of damaged data and of faults that no client caused. */
  private report(error: unknown): void {
    const damage = damageIn(error, this.options.dir);
    if (damage) {
      this.log({ level: 'error', event: 'data damaged', message: damage.message });
      this.options.onDamaged?.(damage);
    } else if (!(error instanceof CloseConnection)) logFault(this.log, error);
  }

  private logSlow({ command }: Message, ms: number): void {
    if (ms < SLOW_MS) return;
    const [name = ''] = Object.keys(command);
    const [database, collection] = [command.$db, command[name]].map(String);
    const slow = { command: name, database, collection, ms: Math.round(ms) };
    this.log({ level: 'warn', event: 'slow command', ...slow });
  }

  private send(socket: Socket, message: Message, reply: Doc): void {
    if (!message.silent && !socket.destroyed) socket.write(encodeReply(message, reply, this.clock));
  }

  /** Runs a command, and makes it fail where a fail point says so. */
  private async run(connection: Connection, message: Message): Promise<Doc> {
    const { failPoints } = this;
    const { command } = message;
    const [name = ''] = Object.keys(command);
    connection.see(command);
    if (failPoints && name === 'configureFailPoint') return failPoints.configure(command);
    const injected = await failPoints?.failCommand(name, connection);
    let closes = false;
    const beforeWrite = () => {
      closes = failPoints?.failWrite() || closes;
    };
    const reply = await dispatch(this.engine, command, connection, failPoints && beforeWrite);
    if (closes) throw new CloseConnection();
    const concernError = injected ?? unmetWriteConcern(command);
    return concernError ? withConcernError(reply, command, concernError) : reply;
  }

  close(): Promise<void> {
    this.closed ??= this.stop();
    return this.closed;
  }

  private async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    const stopped = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.engine.sessions.abortAll();
    this.engine.cursors.killWhere(() => true);
    for (const socket of this.sockets) socket.destroy();
    await stopped;
    await this.engine.store.close();
    this.unlock();
    this.log({ level: 'info', event: 'closed' });
  }
}

function withConcernError(
  reply: Doc,
  command: Doc,
  { errorLabels, ...writeConcernError }: Doc,
): Doc {
  if ('cursor' in reply) return reply;
  const labels = errorLabels ?? labelsOfConcern(command, Number(writeConcernError.code));
  const labelled = isArray(labels) && labels.length > 0 ? { errorLabels: labels } : {};
  return { ...reply, writeConcernError, ...labelled };
}

/** Turns a fault of the server itself into an internal error. */
function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  return new CommandError(1, `internal error: ${error instanceof Error ? error.message : error}`);
}
