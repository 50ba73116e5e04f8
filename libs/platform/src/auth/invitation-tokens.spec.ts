import { expect, it } from '@jest/globals';
import { invitationPath, invitationToken, readInvitationToken } from './invitation-tokens.js';

const SECRET = 's'.repeat(32);
const invitation = { id: 'a'.repeat(24), number: 2 };
const token = invitationToken(SECRET, invitation);

it('reads its own tokens', () => {
  expect(readInvitationToken(SECRET, token)).toEqual(invitation);
  expect(invitationPath(SECRET, invitation)).toBe(`/join#${token}`);
});

it.each([
  ['of another secret', invitationToken('t'.repeat(32), invitation)],
  ['of another invitation', token.replace('a', 'b')],
  ['of another link', token.replace('.2.', '.3.')],
  ['that is cut', token.slice(0, -1)],
  ['with more', `${token}A`],
  ['of no number', token.replace('.2.', '.0.')],
  ['that is empty', ''],
])('refuses one %s', (_, forged) => {
  expect(readInvitationToken(SECRET, forged)).toBeNull();
});
