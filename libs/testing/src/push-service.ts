import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PushMessage, pushMessageSchema } from '#libs/contracts';
import { TEST_VAPID } from './test-vapid.js';

/** For `PUSH_HOSTS`: a name that nobody can have. */
export const NO_PUSH_SERVICE = 'push.test';

/** A browser's subscription, with what its push service received for it. */
export interface TestSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A push as the browser would get it. */
export interface ReceivedPush {
  readonly endpoint: string;
  readonly message: PushMessage;
  /** The whole decrypted text. */
  readonly text: string;
  readonly ttl: number;
  readonly topic: string;
  readonly urgency: string;
  /** The claims of the VAPID token, whose signature is right. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

/** How it answers: a status, or never. */
type Reply = number | 'never';

/** A push service on this machine, which is the browsers too: it decrypts what it gets (RFC 8291) and checks who sent it. */
export class PushService {
  readonly received: ReceivedPush[] = [];
  /** Requests that it could not decrypt, or whose sender it does not know. */
  readonly faults: unknown[] = [];
  /** How many requests came, whatever it answered. */
  requests = 0;
  private readonly browsers = new Map<string, { pair: ECDH; auth: Buffer; reply: Reply }>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.faults.push(error);
        response.writeHead(400).end();
      });
    });
  }

  /** On any free port, by default. */
  static async open(port = 0): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new PushService(server);
  }

  /** For `PUSH_HOSTS`. */
  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A new browser; the service takes its pushes. */
  subscribe(reply: Reply = 201): TestSubscription {
    const pair = createECDH('prime256v1');
    const p256dh = pair.generateKeys('base64url');
    const auth = randomBytes(16);
    const path = `/send/${randomBytes(12).toString('hex')}`;
    this.browsers.set(path, { pair, auth, reply });
    return {
      endpoint: `${this.origin}${path}`,
      keys: { p256dh, auth: auth.toString('base64url') },
    };
  }

  /** How it answers from now on. */
  reply({ endpoint }: TestSubscription, reply: Reply): void {
    const browser = this.browsers.get(new URL(endpoint).pathname);
    if (browser) browser.reply = reply;
  }

  /** What came for a browser, oldest first. */
  to({ endpoint }: TestSubscription): ReceivedPush[] {
    return this.received.filter((push) => push.endpoint === endpoint);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    const browser = this.browsers.get(request.url ?? '');
    if (!browser) return void response.writeHead(404).end();
    if (browser.reply === 'never') return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (browser.reply >= 300) return void response.writeHead(browser.reply).end();
    const header = (name: string) => String(request.headers[name] ?? '');
    const text = decrypted(Buffer.concat(chunks), browser);
    this.received.push({
      endpoint: `${this.origin}${request.url}`,
      message: pushMessageSchema.parse(JSON.parse(text)),
      text,
      ttl: Number(header('ttl')),
      topic: header('topic'),
      urgency: header('urgency'),
      claims: claimsOf(header('authorization'), this.origin),
    });
    if (header('content-encoding') !== 'aes128gcm') throw new Error('another encoding');
    response.writeHead(browser.reply).end();
  }
}

const SALT = 16;
const HEADER = SALT + 4 + 1;

/** RFC 8291 and 8188, with one record. */
function decrypted(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, SALT);
  const sender = body.subarray(HEADER, HEADER + body.readUInt8(HEADER - 1));
  const sealed = body.subarray(HEADER + sender.length);
  const derive = (secret: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const key = derive(pair.computeSecret(sender), auth, info, 32);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Throws unless the shop signed the token for this service, for a day at most (RFC 8292). */
function claimsOf(authorization: string, origin: string): ReceivedPush['claims'] {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(authorization) ?? [];
  if (key !== TEST_VAPID.VAPID_PUBLIC_KEY) throw new Error('another key');
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature is wrong');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  const inSeconds = claims.exp - Date.now() / 1_000;
  if (claims.aud !== origin || inSeconds <= 0 || inSeconds > 86_400)
    throw new Error(`the token is for ${claims.aud}, and for ${inSeconds} s`);
  return claims;
}
