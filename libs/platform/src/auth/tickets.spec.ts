import { describe, expect, it } from '@jest/globals';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { TICKET_SECONDS, type TicketClaims } from '#libs/contracts';
import { Tickets } from './tickets.js';

const SECRET = 'a secret for tests only, 32 or more';
const tickets = new Tickets(SECRET);
const claims: TicketClaims = {
  userId: '1'.repeat(24),
  role: 'farmer',
  farmId: '2'.repeat(24),
  farmRole: 'packer',
  sessionId: 'a-session',
};
const visitor: TicketClaims = {
  userId: null,
  role: null,
  farmId: null,
  farmRole: null,
  sessionId: null,
};

interface Wish {
  payload?: JWTPayload;
  issuer?: string;
  audience?: string;
  alg?: string;
  secret?: string;
  issuedAt?: number;
  expires?: number;
}
const now = () => Math.floor(Date.now() / 1000);
/** A ticket like ours except for the given fields. */
function forged({
  payload = { ...claims },
  issuer = 'farmgate',
  audience = 'realtime',
  alg = 'HS256',
  secret = SECRET,
  issuedAt = now(),
  expires = now() + TICKET_SECONDS,
}: Wish): Promise<string> {
  return new SignJWT(payload)
    .setProtectedHeader({ alg })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
}
const refused = { code: 'TOKEN_INVALID' };

describe('a realtime ticket', () => {
  it.each([
    ['a farmer', claims],
    ['a visitor', visitor],
  ])('says who %s is', async (_, bearer) => {
    expect(await tickets.check(await tickets.issue(bearer))).toEqual(bearer);
    expect(await tickets.check(await forged({ payload: { ...bearer } }))).toEqual(bearer);
  });

  it('is good for a minute', async () => {
    const [, payload = ''] = (await tickets.issue(claims)).split('.');
    const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
    expect((exp ?? 0) - (iat ?? 0)).toBe(TICKET_SECONDS);
    const late = forged({ issuedAt: now() - TICKET_SECONDS - 1, expires: now() - 1 });
    await expect(tickets.check(await late)).rejects.toMatchObject(refused);
  });

  it.each<[string, Wish]>([
    ['of another issuer', { issuer: 'somebody' }],
    ['for another audience', { audience: 'api' }],
    ['signed with another secret', { secret: 'another secret of 32 characters.' }],
    ['signed by another algorithm', { alg: 'HS512', secret: SECRET.repeat(3) }],
    ['with a role that does not exist', { payload: { ...claims, role: 'owner' } }],
    ['with a user that is no id', { payload: { ...claims, userId: 'public' } }],
    ['that says nothing', { payload: {} }],
  ])('%s is refused', async (_, wish) => {
    await expect(tickets.check(await forged(wish))).rejects.toMatchObject(refused);
  });

  it('is refused when it was changed, or was never signed', async () => {
    const [head, , signature] = (await tickets.issue(claims)).split('.');
    const admin = Buffer.from(JSON.stringify({ ...claims, role: 'admin' })).toString('base64url');
    await expect(tickets.check(`${head}.${admin}.${signature}`)).rejects.toMatchObject(refused);
    const unsigned = new UnsecuredJWT({ ...claims })
      .setIssuer('farmgate')
      .setAudience('realtime')
      .setExpirationTime('60s')
      .encode();
    await expect(tickets.check(unsigned)).rejects.toMatchObject(refused);
  });

  it.each([undefined, null, '', 'ticket', 1, {}, ['a.b.c']])('is never %p', async (ticket) => {
    await expect(tickets.check(ticket)).rejects.toMatchObject(refused);
  });
});
