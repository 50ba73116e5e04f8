import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MeasureRequest } from '../observability/observe.js';

/** From here on it is dearer to put head and bytes together than to send them apart. */
const LONG_BYTES = 8_192;

/**
 * Where Node keeps the head that it has written, and takes it from. Its documents do not name it: where it holds no
 * text, each head is written anew.
 */
type Written = ServerResponse & { _header?: unknown };

/** The first header. An id that a proxy has chosen may well stand in others too. */
const ID = 'x-request-id';

/** An answer as it went over the line, which can be sent again with another request's id. */
export class SentAnswer {
  /** Names and values in turn, without the request's id. */
  private readonly head: readonly string[];
  /** Short ones as a text of as many letters as bytes, which leaves in one piece with the head. */
  private readonly body: Buffer | string;
  /**
   * The head as Node wrote it when this was sent again for the first time, before and behind the request's id. To look
   * through each header for letters that may not be there takes a sixth of the time of a short answer. The clock time
   * in it is that of then.
   */
  private written: readonly [string, string] | undefined;

  /** `bytes`: null for an answer that has none. */
  constructor(
    private readonly status: number,
    headers: Readonly<Record<string, unknown>>,
    bytes: Buffer | null,
    readonly measure: MeasureRequest,
  ) {
    const { [ID]: _, ...others } = headers;
    const told = bytes ? { ...others, 'content-length': bytes.length } : others;
    this.head = Object.entries(told).flatMap(([name, value]) => [name, String(value)]);
    this.body = bytes && bytes.length > LONG_BYTES ? bytes : (bytes?.toString('latin1') ?? '');
  }

  /** `id`: letters, digits, `-` and `_` only (see request-id.ts), because Node does not look at it here. */
  sendAgain({ httpVersion }: IncomingMessage, response: Written, id: string): void {
    // Those of HTTP/1.0, or who ask for nothing more, hear another word of the connection.
    const isUsual = httpVersion === '1.1' && response.shouldKeepAlive;
    if (isUsual && this.written) {
      const [before, behind] = this.written;
      response.statusCode = this.status;
      response._header = before + id + behind;
    } else {
      response.writeHead(this.status, [ID, id, ...this.head]);
      if (isUsual) this.written = aroundId(response._header, id);
    }
    response.end(this.body, 'latin1');
  }
}

function aroundId(head: unknown, id: string): readonly [string, string] | undefined {
  const at = typeof head === 'string' ? head.indexOf(`\r\n${ID}: ${id}\r\n`) : -1;
  if (typeof head !== 'string' || at < 0) return;
  const from = at + `\r\n${ID}: `.length;
  return [head.slice(0, from), head.slice(from + id.length)];
}
