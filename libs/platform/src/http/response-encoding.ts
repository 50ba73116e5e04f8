import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Fastify = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);
/** Compressing a response that fits a packet or two gains nothing. */
const SMALLEST_BYTES = 2_048;
/** Most of the compression for little time: a page of products takes under a millisecond, off the event loop. */
const LEVEL = 4;
/** Pages are the largest responses of a first visit: 2 kB less than gzip for 2 ms. */
const PAGE_QUALITY = 5;
const TEXT = /^(text\/|application\/(.+\+)?json)/;
const JSON_TYPE = /^application\/json/;
const PAGE_TYPE = /^text\/html/;

/** Values computed from the bytes of a body. */
interface Encoding {
  etag?: string;
  zipped?: Promise<Buffer>;
}
/** Keyed by body, so that a `Buffer` that the response cache sends again is hashed and compressed only once. */
const encodings = new WeakMap<Buffer, Encoding>();
function encodingOf(payload: string | Buffer): Encoding {
  if (typeof payload === 'string') return {};
  const encoding = encodings.get(payload) ?? {};
  encodings.set(payload, encoding);
  return encoding;
}

/**
 * Sets the `ETag` of public JSON, answers 304 if the client already has it, and compresses longer text with gzip, and
 * pages with brotli. The build compresses the files of the web app. @fastify/compress is not used: it compresses on
 * the event loop or as a stream of unknown length, unpacks request bodies by default, and brings five packages in
 * place of one hook. The length of a compressed response could reveal a secret only if other sites could make
 * browsers request it; tokens are not cookies, so they cannot.
 */
export function encodeResponses(fastify: Fastify): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
    const type = String(reply.getHeader('content-type') ?? '');
    const isLong =
      payload.length >= SMALLEST_BYTES && TEXT.test(type) && !reply.hasHeader('content-encoding');
    if (isLong) {
      const vary = reply.getHeader('vary');
      void reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding');
    }
    if (JSON_TYPE.test(type) && isPublic(request, reply)) {
      const etag = etagOf(payload);
      // Caches revalidate each time.
      void reply.header('etag', etag).header('cache-control', 'no-cache');
      if (request.method === 'GET' && matches(etag, request.headers['if-none-match'])) {
        void reply.code(304).removeHeader('content-type');
        return done(null, null);
      }
    }
    const accepted = request.headers['accept-encoding'];
    const isPage = PAGE_TYPE.test(type) && accepts('br', accepted);
    if (!isLong || !(isPage || accepts('gzip', accepted))) return done(null, payload);
    void reply.header('content-encoding', isPage ? 'br' : 'gzip').removeHeader('content-length');
    (isPage ? compressedPage(payload) : zipped(payload)).then(
      (short) => done(null, short),
      (error: Error) => done(error),
    );
  });
}

/** Whether everybody gets this response; a response to a token or a cookie may be for one user. */
const isPublic = ({ method, headers }: FastifyRequest, reply: FastifyReply) =>
  (method === 'GET' || method === 'HEAD') &&
  reply.statusCode === 200 &&
  headers.authorization === undefined &&
  headers.cookie === undefined &&
  !reply.hasHeader('cache-control');

/** Weak, because it is the same for every content encoding. */
function etagOf(payload: string | Buffer): string {
  const encoding = encodingOf(payload);
  encoding.etag ??= `W/"${hash('sha1', payload, 'base64url')}"`;
  return encoding.etag;
}

function zipped(payload: string | Buffer): Promise<Buffer> {
  const encoding = encodingOf(payload);
  encoding.zipped ??= zip(payload, { level: LEVEL });
  return encoding.zipped;
}

const compressedPage = (payload: string | Buffer): Promise<Buffer> =>
  brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY } });

/** `If-None-Match` compares weakly: `W/` makes no difference. */
const matches = (etag: string, ifNoneMatch: string | undefined) =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2)));

/** In `Accept-Encoding`, but not with a weight of 0. */
const ACCEPTS = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
} as const;
const accepts = (encoding: keyof typeof ACCEPTS, accepted: string | string[] | undefined) =>
  accepted !== undefined && ACCEPTS[encoding].test(String(accepted));
