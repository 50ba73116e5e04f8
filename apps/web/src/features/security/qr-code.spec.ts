import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { qrCode } from './qr-code';

const text = (length: number) => 'farmgate '.repeat(60).slice(0, length);

// As uqr 0.1.3 draws them (level L, mask 6): one text of each version.
it.each([
  [10, 1, 'c780595b007b'],
  [25, 2, '513749f478be'],
  [45, 3, '7c205e07d537'],
  [70, 4, 'f93efeee4a0a'],
  [100, 5, 'd2372b24b3e3'],
  [130, 6, '6b746cf0c565'],
  [150, 7, 'f34bd8a51c43'],
  [190, 8, 'a8b1407f7abd'],
  [225, 9, '0bf78671d53b'],
  [270, 10, '9775326e3d99'],
  [320, 11, 'ce095516ccc5'],
  [360, 12, '4f14c479ef57'],
  [420, 13, '8d323ffc9086'],
  [450, 14, '7352d0f75820'],
  [520, 15, '7dc0c60f7bed'],
])('a text of %i bytes is drawn as version %i', (length, version, hash) => {
  const code = qrCode(text(length));
  expect(code).toHaveLength(version * 4 + 17);
  const drawn = code?.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')).join('\n');
  const found = createHash('sha256')
    .update(drawn ?? '')
    .digest('hex');
  expect(found.slice(0, 12)).toBe(hash);
});

it('what is too long has no picture', () => {
  expect(qrCode(text(520))).not.toBeNull();
  expect(qrCode(text(521))).toBeNull();
});
