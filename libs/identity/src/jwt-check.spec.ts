import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  base64url,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { JwtCheck } from './jwt-check.js';
import { localKeys, pemKey, remoteKeys } from './key-sources.js';

const ISSUER = 'https://issuer.example';
const ORIGIN = 'https://farm.example';
const INVALID = { code: 'TOKEN_INVALID', message: 'Please sign in again' };

let pair: { publicKey: CryptoKey; privateKey: CryptoKey };
let stranger: CryptoKey;
let pem: string;
let jwks: JSONWebKeySet;

const now = () => Math.floor(Date.now() / 1000);
const good = (): JWTPayload => ({
  iss: ISSUER,
  sub: 'user_1',
  azp: ORIGIN,
  iat: now(),
  nbf: now(),
  exp: now() + 60,
});
const sign = (
  claims: JWTPayload,
  { kid = 'one', alg = 'RS256', key = pair.privateKey as CryptoKey | Uint8Array } = {},
) => new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);
const without = (name: keyof JWTPayload) => {
  const { [name]: _, ...rest } = good();
  return rest;
};
const unsigned = (header: object, claims: object) =>
  `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(claims))}.`;

const checkWith = (keys: ConstructorParameters<typeof JwtCheck>[0]['keys']) =>
  new JwtCheck({
    keys,
    issuer: ISSUER,
    authorizedParties: () => [ORIGIN, 'http://localhost:3000'],
  });

beforeAll(async () => {
  pair = await generateKeyPair('RS256', { extractable: true });
  stranger = (await generateKeyPair('RS256', { extractable: true })).privateKey;
  pem = await exportSPKI(pair.publicKey);
  jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256' }] };
});

describe.each([
  ['PEM', () => pemKey(pem)],
  ['JWKS', () => localKeys(async () => jwks)],
])('a token checked by %s', (kind, keys) => {
  const check = (token: string) => checkWith(keys()).check(token);

  it('is accepted when all claims are valid, with a tolerance for clock differences', async () => {
    expect(await check(await sign(good()))).toMatchObject({ sub: 'user_1', azp: ORIGIN });
    expect(await check(await sign({ ...good(), exp: now() - 2, nbf: now() + 2 }))).toBeDefined();
    expect(await check(await sign({ ...good(), aud: ['other', ORIGIN] }))).toBeDefined();
  });

  it.each<[string, () => Promise<string> | string]>([
    ['a foreign signature', () => sign(good(), { key: stranger })],
    ['another issuer', () => sign({ ...good(), iss: 'https://evil.example' })],
    ['no issuer', () => sign(without('iss'))],
    ['another origin', () => sign({ ...good(), azp: 'https://evil.example' })],
    ['no origin', () => sign(without('azp'))],
    ['another audience', () => sign({ ...good(), aud: 'https://other.example' })],
    ['a list of other audiences', () => sign({ ...good(), aud: ['a', 'b'] })],
    ['an empty list of audiences', () => sign({ ...good(), aud: [] })],
    ['an expiry in the past', () => sign({ ...good(), exp: now() - 60 })],
    ['no expiry', () => sign(without('exp'))],
    ['a start in the future', () => sign({ ...good(), nbf: now() + 60 })],
    ['no subject', () => sign(without('sub'))],
    ['an empty subject', () => sign({ ...good(), sub: '' })],
    ['no algorithm', () => unsigned({ alg: 'none', kid: 'one' }, good())],
    [
      'the public key as HMAC secret',
      () => sign(good(), { alg: 'HS256', key: new TextEncoder().encode(pem) }),
    ],
    [
      'claims changed after signing',
      async () => {
        const [header, , signature] = (await sign(good())).split('.');
        const claims = base64url.encode(JSON.stringify({ ...good(), sub: 'user_2' }));
        return `${header}.${claims}.${signature}`;
      },
    ],
    ['a token that is not a JWT', () => 'x.y.z'],
    ['an empty token', () => ''],
  ])('is rejected for %s', async (_, token) => {
    await expect(check(await token())).rejects.toMatchObject(INVALID);
  });

  it('is accepted for the origins of each request, also when it has been accepted before', async () => {
    let parties = [ORIGIN, 'http://farm.test:3000'];
    const checks = new JwtCheck({ keys: keys(), issuer: ISSUER, authorizedParties: () => parties });
    const token = await sign({ ...good(), azp: 'http://farm.test:3000' });
    expect(await checks.check(token)).toMatchObject({ sub: 'user_1' });
    parties = [ORIGIN];
    await expect(checks.check(token)).rejects.toMatchObject(INVALID);
    parties = [ORIGIN, 'http://farm.test:3000'];
    expect(await checks.check(token)).toMatchObject({ sub: 'user_1' });
  });

  it('is rejected for any algorithm but RS256', async () => {
    const token = await sign(good(), {
      alg: 'RS512',
      key: (await importJWK(await exportJWK(pair.privateKey), 'RS512')) as CryptoKey,
    });
    await expect(check(token)).rejects.toMatchObject(INVALID);
    // Also when the issuer's key names no algorithm.
    const anyAlgorithm = { keys: jwks.keys.map(({ alg: _, ...key }) => key) };
    await expect(checkWith(localKeys(async () => anyAlgorithm)).check(token)).rejects.toMatchObject(
      INVALID,
    );
  });

  it('has its signature checked once, and is rejected after its expiry', async () => {
    const checker = checkWith(keys());
    const verify = jest.spyOn(crypto.subtle, 'verify');
    const token = await sign(good());
    const claims = await checker.check(token);
    expect(await checker.check(token)).toEqual(claims);
    expect(verify).toHaveBeenCalledTimes(1);
    // The same claims with another signature are another token.
    const forged = await sign(good(), { key: stranger });
    await expect(checker.check(forged)).rejects.toMatchObject(INVALID);
    verify.mockRestore();
    jest.useFakeTimers({ now: Date.now() + 66_000, doNotFake: ['nextTick', 'setTimeout'] });
    await expect(checker.check(token)).rejects.toMatchObject(INVALID);
    jest.useRealTimers();
  });

  if (kind === 'JWKS')
    it('is rejected for an unknown key', async () => {
      await expect(check(await sign(good(), { kid: 'two' }))).rejects.toMatchObject(INVALID);
    });
});

describe('local keys', () => {
  it('are read once, again for an unknown key, and not for each of many forged key ids', async () => {
    let loads = 0;
    let keys: JSONWebKeySet['keys'] = jwks.keys.map((key) => ({ ...key, kid: 'old' }));
    const check = checkWith(
      localKeys(async () => {
        loads += 1;
        return { keys };
      }),
    );
    const old = await sign(good(), { kid: 'old' });
    await Promise.all([check.check(old), check.check(old), check.check(old)]);
    expect(loads).toBe(1);
    keys = [...keys, ...jwks.keys];
    expect(await check.check(await sign(good(), { kid: 'one' }))).toBeDefined();
    expect(loads).toBe(2);
    for (const kid of ['a', 'b', 'c'])
      await expect(check.check(await sign(good(), { kid }))).rejects.toMatchObject(INVALID);
    expect(loads).toBe(2);
  });

  it('that were withdrawn or replaced invalidate cached tokens', async () => {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    const other = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] };
    let current = localKeys(async () => jwks);
    const check = checkWith((header, token) => current(header, token));
    const token = await sign(good());
    expect(await check.check(token)).toBeDefined();
    for (const set of [other, { keys: [] }]) {
      current = localKeys(async () => set);
      await expect(check.check(token)).rejects.toMatchObject(INVALID);
    }
    current = localKeys(async () => jwks);
    expect(await check.check(token)).toBeDefined();
  });

  it('that cannot be read cause SERVICE_UNAVAILABLE, and are read again by the next call', async () => {
    let broken = true;
    const check = checkWith(
      localKeys(async () => {
        if (broken) throw new Error('database is unavailable');
        return jwks;
      }),
    );
    const token = await sign(good());
    await expect(check.check(token)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    broken = false;
    expect(await check.check(token)).toBeDefined();
  });
});

describe('remote keys', () => {
  let server: Server;
  let requests = 0;
  let status = 200;
  let url: string;

  beforeAll(async () => {
    server = createServer((_, response) => {
      requests += 1;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(jwks));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it('are fetched once', async () => {
    const check = checkWith(remoteKeys(url));
    const token = await sign(good());
    for (let n = 0; n < 3; n++) expect(await check.check(token)).toMatchObject({ sub: 'user_1' });
    expect(requests).toBe(1);
    await expect(check.check(await sign(good(), { key: stranger }))).rejects.toMatchObject(INVALID);
    await expect(check.check(await sign(good(), { kid: 'two' }))).rejects.toMatchObject(INVALID);
    expect(requests).toBe(1);
  });

  it('that cannot be fetched cause SERVICE_UNAVAILABLE', async () => {
    status = 500;
    const check = checkWith(remoteKeys(url));
    await expect(check.check(await sign(good()))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
