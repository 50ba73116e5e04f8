import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

type Fastify = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;

const zip = promisify(gzip);
/** An answer that fits a packet or two as it is gains nothing. */
const SMALLEST_BYTES = 2_048;
/** Most of the gain for little time: a page of products takes under a millisecond, off the event loop. */
const LEVEL = 4;
const TEXT = /^(text\/|application\/(.+\+)?json)/;

/**
 * Sends answers of some length as gzip to who takes it; files of the web app lie there compressed already.
 *
 * Not by @fastify/compress: it compresses on the event loop or else as a stream of unknown length, and unpacks
 * bodies of requests by default, for five packages in place of one hook. That the length of an answer could betray a
 * secret in it does not matter here: tokens are no cookies, so no other site can have a browser ask for one.
 */
export function compressAnswers(fastify: Fastify): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const type = String(reply.getHeader('content-type') ?? '');
    if (payload.length < SMALLEST_BYTES || !TEXT.test(type)) return payload;
    if (reply.hasHeader('content-encoding')) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding');
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return zip(payload, { level: LEVEL });
  });
}

const takesGzip = (accepted: string | string[] | undefined) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(accepted ?? ''));
