import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Milliseconds in which whoever is connected begins to ask, or has nothing to ask. */
const QUIET_MS = 500;
const LOOK_MS = 20;
/** Turns of the event loop without a new connection, after which none waits. */
const TURNS = 5;

/** Methods that change nothing. */
export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const known = new WeakMap<Server, Traffic>();

/** What a server is answering. */
export function trafficOf(server: Server): Traffic {
  const traffic = known.get(server) ?? new Traffic(server);
  known.set(server, traffic);
  return traffic;
}

/** An answer that somebody waits for. */
export interface OpenAnswer {
  /** Called once it has gone, or nobody waits for it any more. */
  over?: () => void;
  readonly answer: ServerResponse;
  readonly line: Socket;
  readonly isChange: boolean;
  /** Where it stands among the open ones. */
  at: number;
}

/** The requests that a server is answering, and the order in which it leaves without hanging up on anybody. */
export class Traffic {
  private readonly open: OpenAnswer[] = [];
  private changing = 0;
  private leaving = false;
  private came = 0;

  constructor(private readonly server: Server) {
    server.on('connection', (line: Socket) => {
      this.came += 1;
      line.on('close', () => this.hangUp(line));
    });
  }

  /** Somebody asks for something. */
  enter({ method = '', socket: line }: IncomingMessage, answer: ServerResponse): OpenAnswer {
    const isChange = !READING.has(method);
    const one: OpenAnswer = { answer, line, isChange, at: this.open.length };
    this.open.push(one);
    if (one.isChange) this.changing++;
    if (this.leaving) answer.shouldKeepAlive = false;
    answer.on('close', () => this.exit(one));
    return one;
  }

  /** An answer that waited for its turn on the line does not hear by itself that this was cut. */
  private hangUp(line: Socket): void {
    for (const one of this.open.filter((open) => open.line === line)) this.exit(one);
  }

  private exit(one: OpenAnswer): void {
    const { at, isChange, over } = one;
    if (this.open[at] !== one) return;
    // The last one takes its place.
    const last = this.open.pop();
    if (last && at < this.open.length) {
      this.open[at] = last;
      last.at = at;
    }
    if (isChange) this.changing--;
    over?.();
  }

  /** How many requests wait for their answer, that of the caller included. */
  get size(): number {
    return this.open.length;
  }

  /** How many of them change something. */
  get changes(): number {
    return this.changing;
  }

  /** Whether the server is about to close: nobody should be sent here any more. */
  get isLeaving(): boolean {
    return this.leaving;
  }

  /**
   * Takes leave: for `graceMs` everything is still answered, each answer ends its connection, and whoever asks
   * whether the server is ready hears that it is not. Then no connection is taken any more, and what was asked is
   * answered, for as long as `answersMs`. Only who says nothing for the whole time may find the line cut.
   */
  async leave(graceMs: number, answersMs: number): Promise<void> {
    this.leaving = true;
    for (const { answer } of this.open) if (!answer.headersSent) answer.shouldKeepAlive = false;
    await setTimeout(graceMs);
    await this.queueIsEmpty();
    // Of the network's server: that of HTTP would end quiet connections, also those on which a request is coming.
    NetServer.prototype.close.call(this.server);
    const deadline = Date.now() + answersMs;
    let quietSince = Date.now();
    while (Date.now() < deadline && (await this.connections()) > 0) {
      if (this.open.length > 0) quietSince = Date.now();
      else if (Date.now() - quietSince > QUIET_MS) return;
      await setTimeout(LOOK_MS);
    }
  }

  /**
   * Connections are taken one by one, and those that wait would be cut when nobody listens any more. Resolves in the
   * moment after the last of them was taken, or after a while where they do not stop coming.
   */
  private async queueIsEmpty(): Promise<void> {
    const deadline = Date.now() + QUIET_MS;
    for (let before = -1; before !== this.came && Date.now() < deadline; ) {
      before = this.came;
      for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    }
  }

  private connections(): Promise<number> {
    return new Promise((resolve) => {
      this.server.getConnections((error, count) => resolve(error ? 0 : count));
    });
  }
}
