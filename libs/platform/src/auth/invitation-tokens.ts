import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Id } from '#libs/contracts';

interface NumberedInvitation {
  readonly id: Id;
  /** Counts the links of an invitation; only its newest one is valid. */
  readonly number: number;
}

const TOKEN = /^([0-9a-f]{24})\.([1-9]\d{0,5})\.([\w-]{43})$/;

const signatureOf = (secret: string, { id, number }: NumberedInvitation) =>
  createHmac('sha256', secret).update(`invitation:${id}:${number}`).digest();

/** The secret part of an invitation's link. It can be made again, so it is stored nowhere. */
export const invitationToken = (secret: string, invitation: NumberedInvitation): string =>
  `${invitation.id}.${invitation.number}.${signatureOf(secret, invitation).toString('base64url')}`;

/** The invitation that a token was made for, or null if it was not made here. */
export function readInvitationToken(secret: string, token: string): NumberedInvitation | null {
  const [, id = '', number = '', signature = ''] = TOKEN.exec(token) ?? [];
  const invitation = { id, number: Number(number) };
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, invitation);
  return given.length === expected.length && timingSafeEqual(given, expected) ? invitation : null;
}

/** The path of an invitation. Browsers do not send what is after `#`, so the token appears in no log. */
export const invitationPath = (secret: string, invitation: NumberedInvitation): string =>
  `/join#${invitationToken(secret, invitation)}`;
