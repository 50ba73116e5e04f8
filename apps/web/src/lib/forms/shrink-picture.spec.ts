import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { PICTURE_MAX_BYTES } from '#libs/contracts';
import { fakePictures } from '../../testing/fake-canvas';
import { isHeic, shrinkPicture } from './shrink-picture';

const SMALL = 1_000;
let fake: ReturnType<typeof fakePictures>;
let onShrink: ReturnType<typeof jest.fn<() => void>>;

beforeEach(() => {
  fake = fakePictures();
  onShrink = jest.fn<() => void>();
});
afterEach(() => fake.restore());

const file = (type: string, bytes = SMALL, name = 'photo') =>
  new File([new Uint8Array(bytes)], name, { type });
const shrink = (from: File) => shrinkPicture(from, onShrink);

test.each([
  [8_064, 6_048, 4_096, 3_072],
  [6_048, 8_064, 3_072, 4_096],
  [12_000, 1_000, 4_096, 341],
])(
  'a picture of %i × %i pixels is sent with %i × %i',
  async (width, height, newWidth, newHeight) => {
    fake.picture = { width, height };
    const sent = await shrink(file('image/jpeg'));
    expect(sent.type).toBe('image/jpeg');
    expect(fake.drawn).toEqual([[newWidth, newHeight]]);
    expect(onShrink).toHaveBeenCalledTimes(1);
  },
);

test('a picture with few pixels and bytes is sent as it is', async () => {
  fake.picture = { width: 4_096, height: 3_072 };
  const photo = file('image/jpeg');
  expect(await shrink(photo)).toBe(photo);
  expect(onShrink).not.toHaveBeenCalled();
});

test('a picture with few pixels and too many bytes is written anew in its size', async () => {
  fake.picture = { width: 4_000, height: 3_000 };
  const sent = await shrink(file('image/png', PICTURE_MAX_BYTES + 1));
  expect([sent.type, sent.size, fake.drawn]).toEqual(['image/webp', SMALL, [[4_000, 3_000]]]);
});

test('where no WebP is written, a PNG is sent, or a JPEG if that is too large', async () => {
  fake.picture = { width: 8_000, height: 6_000 };
  fake.written = { 'image/jpeg': SMALL, 'image/png': 2 * SMALL };
  expect((await shrink(file('image/png'))).type).toBe('image/png');
  fake.written['image/png'] = PICTURE_MAX_BYTES + 1;
  expect((await shrink(file('image/png'))).type).toBe('image/jpeg');
});

test('HEIC becomes JPEG where the browser reads it, whatever its size', async () => {
  fake.picture = { width: 400, height: 300 };
  expect((await shrink(file('image/heic'))).type).toBe('image/jpeg');
  expect((await shrink(file('', SMALL, 'IMG_1.HEIC'))).type).toBe('image/jpeg');
});

test('what the browser cannot decode is sent as it is', async () => {
  fake.picture = null;
  const photo = file('image/avif');
  expect(await shrink(photo)).toBe(photo);
  fake.picture = { width: 9_000, height: 9_000 };
  Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error('too large')) });
  expect(await shrink(photo)).toBe(photo);
});

test.each([
  ['image/heic', 'a', true],
  ['image/heif', 'a.jpg', true],
  ['', 'IMG_0001.HEIC', true],
  ['', 'a.heif', true],
  ['image/jpeg', 'a.heic', false],
  ['', 'a.jpg', false],
])('a file of type "%s" named %s: HEIC is %p', (type, name, expected) => {
  expect(isHeic(file(type, SMALL, name))).toBe(expected);
});
