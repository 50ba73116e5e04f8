import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Fastify = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;

const zip = promisify(gzip);
/** An answer that fits a packet or two as it is gains nothing. */
const SMALLEST_BYTES = 2_048;
/** Most of the gain for little time: a page of products takes under a millisecond, off the event loop. */
const LEVEL = 4;
const TEXT = /^(text\/|application\/(.+\+)?json)/;
const JSON_TYPE = /^application\/json/;

/** What was worked out of bytes; it is there for as long as they are. */
interface Shortened {
  etag?: string;
  zipped?: Promise<Buffer>;
}
const known = new WeakMap<Buffer, Shortened>();
const about = (payload: string | Buffer): Shortened => {
  if (typeof payload === 'string') return {};
  const shortened = known.get(payload) ?? {};
  known.set(payload, shortened);
  return shortened;
};

/**
 * Sends as little as can be. Who has an answer already that anybody may have, is told so (`ETag`, 304); an answer of
 * some length goes as gzip to who takes it. Files of the web app lie there compressed already. Bytes that are sent
 * again and again, the same `Buffer`, are hashed and compressed once.
 *
 * Not by @fastify/compress: it compresses on the event loop or else as a stream of unknown length, and unpacks
 * bodies of requests by default, for five packages in place of one hook. That the length of an answer could betray a
 * secret in it does not matter here: tokens are no cookies, so no other site can have a browser ask for one.
 */
export function shortenAnswers(fastify: Fastify): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
    const type = String(reply.getHeader('content-type') ?? '');
    const isLong =
      payload.length >= SMALLEST_BYTES && TEXT.test(type) && !reply.hasHeader('content-encoding');
    if (isLong) {
      const vary = reply.getHeader('vary');
      void reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding');
    }
    if (JSON_TYPE.test(type) && isForAll(request, reply)) {
      const etag = etagOf(payload);
      // Whoever keeps it asks each time whether it still holds.
      void reply.header('etag', etag).header('cache-control', 'no-cache');
      if (request.method === 'GET' && isAmong(etag, request.headers['if-none-match'])) {
        void reply.code(304).removeHeader('content-type');
        return done(null, null);
      }
    }
    if (!isLong || !takesGzip(request.headers['accept-encoding'])) return done(null, payload);
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    zipped(payload).then(
      (short) => done(null, short),
      (error: Error) => done(error),
    );
  });
}

/** Whether anybody who asks the same would be answered this; whoever shows who they are may be answered for themselves. */
const isForAll = ({ method, headers }: FastifyRequest, reply: FastifyReply) =>
  (method === 'GET' || method === 'HEAD') &&
  reply.statusCode === 200 &&
  headers.authorization === undefined &&
  headers.cookie === undefined &&
  !reply.hasHeader('cache-control');

/** The mark of these bytes, however they are compressed on their way, and hence a weak one. */
function etagOf(payload: string | Buffer): string {
  const shortened = about(payload);
  shortened.etag ??= `W/"${hash('sha1', payload, 'base64url')}"`;
  return shortened.etag;
}

function zipped(payload: string | Buffer): Promise<Buffer> {
  const shortened = about(payload);
  shortened.zipped ??= zip(payload, { level: LEVEL });
  return shortened.zipped;
}

/** Whether one of the marks that somebody has is this one; which kind of mark it is does not matter to a reader. */
const isAmong = (etag: string, had: string | undefined) =>
  had !== undefined &&
  (had === etag ||
    had.trim() === '*' ||
    had.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2)));

const takesGzip = (accepted: string | string[] | undefined) =>
  accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(accepted));
