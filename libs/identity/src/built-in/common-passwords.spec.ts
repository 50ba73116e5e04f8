import { expect, it } from '@jest/globals';
import { isCommonPassword } from './common-passwords.js';
import { servedRoute } from './served-routes.js';

it.each(['qwertyuiop', '1234567890', 'PASSWORD123', 'basketball', '1qaz2wsx3edc'])(
  '%s is common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each(['a long enough password', 'plums and pears', 'qwertyuiop!', ''])(
  '%s is not common',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

const invalidField = (path: string, body: object) => {
  const result = servedRoute('POST', path)?.body?.safeParse(body);
  return result?.success ? null : result?.error.issues[0]?.path.join('.');
};

it('a common password, the name of the shop and the user’s own name cannot be chosen', () => {
  const email = 'ruth.okafor@mail.example';
  for (const password of ['1234567890', 'Password123', 'Farmgate2026!', 'RuthOkafor99', email])
    expect([password, invalidField('/sign-up/email', { email, password })]).toEqual([
      password,
      'password',
    ]);
  expect(invalidField('/sign-up/email', { email, password: 'Ruth likes plums' })).toBeNull();

  const change = (newPassword: string) =>
    invalidField('/change-password', { currentPassword: 'x', newPassword });
  expect(change('qwertyuiop')).toBe('newPassword');
  expect(change('Farmgate-Farmgate')).toBe('newPassword');
  expect(change('another good password')).toBeNull();
});

it('an existing common password is accepted at sign-in', () => {
  expect(
    invalidField('/sign-in/email', { email: 'a@x.example', password: '1234567890' }),
  ).toBeNull();
});
