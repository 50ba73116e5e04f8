import { expect, it } from '@jest/globals';
import { isCommonPassword } from './common-passwords.js';
import { servedRoute } from './served-routes.js';

it.each(['qwertyuiop', '1234567890', 'PASSWORD123', 'basketball', '1qaz2wsx3edc'])(
  'everybody tries %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each(['a long enough password', 'plums and pears', 'qwertyuiop!', ''])(
  'nobody tries %s first',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

const fault = (path: string, body: object) => {
  const result = servedRoute('POST', path)?.body?.safeParse(body);
  return result?.success ? null : result?.error.issues[0]?.path.join('.');
};

it('a password that is tried first cannot be chosen, nor the name of the shop or one’s own', () => {
  const email = 'ruth.okafor@mail.example';
  for (const password of ['1234567890', 'Password123', 'Farmgate2026!', 'RuthOkafor99', email])
    expect([password, fault('/sign-up/email', { email, password })]).toEqual([
      password,
      'password',
    ]);
  expect(fault('/sign-up/email', { email, password: 'Ruth likes plums' })).toBeNull();

  const change = (newPassword: string) =>
    fault('/change-password', { currentPassword: 'x', newPassword });
  expect(change('qwertyuiop')).toBe('newPassword');
  expect(change('Farmgate-Farmgate')).toBe('newPassword');
  expect(change('another good password')).toBeNull();
});

it('what somebody has already is not asked about when they sign in with it', () => {
  expect(fault('/sign-in/email', { email: 'a@x.example', password: '1234567890' })).toBeNull();
});
