import { expect, it } from '@jest/globals';
import { weaknessOf } from './strong-passwords.js';

it.each([
  'qwertyuiop',
  'qwertyuiop!',
  '1234567890',
  'PASSWORD123',
  'Password123!',
  'P@ssw0rd2026',
  'basketball',
  '1qaz2wsx3edc',
  'iloveyou123',
  'summer2026!',
  'aaaaaaaaaa',
  'abababababab',
  'abcdefghijkl',
  '1111122222',
  '          ',
  '\u00a0'.repeat(12),
  '\u0000'.repeat(12),
  ' \t \t \t \t \t \t',
])('%j is easy to guess', async (password) => {
  expect(await weaknessOf(password, [])).toMatch(/easy to guess/);
});

it.each([
  'a long enough password',
  'plums and pears',
  'onions and carrots',
  'Ruth likes plums',
  'xK9#mPq2vL',
  'шесть диких гусей',
])('%j is not', async (password) => {
  expect(await weaknessOf(password, ['ruth.okafor@mail.example'])).toBeNull();
});

it.each(['Farmgate2026!', 'Farmgate-Farmgate', 'RuthOkafor99', 'ruth.okafor@mail.example'])(
  '%s is made of the names of the shop and its owner',
  async (password) => {
    const known = ['ruth.okafor@mail.example', 'ruth.okafor', 'mail.example'];
    expect(await weaknessOf(password, known)).not.toBeNull();
  },
);

it('takes a fraction of the work of hashing for any text', async () => {
  await weaknessOf('a long enough password', []);
  // processor time, because other processes take their share of the time that passes
  const before = process.cpuUsage();
  for (const hard of ['p@ssw0rd', '4@8({[<369&#!1|0$5+7%2/', '1/1/1/'])
    await weaknessOf(hard.repeat(16).slice(0, 128), []);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
