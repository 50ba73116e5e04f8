import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { PICTURE_MAX_BYTES } from '#libs/contracts';
import { isHeic, shrinkPicture } from './shrink-picture';

const SMALL = 1_000;
/** The picture that the browser finds in a file; null if it cannot decode it. */
let picture: { width: number; height: number } | null;
/** Bytes of what the canvas writes, by type; a type that is missing becomes PNG. */
let written: Record<string, number>;
/** Width and height of the canvases that were drawn. */
let drawn: [number, number][];
let onShrink: ReturnType<typeof jest.fn<() => void>>;

class FakeImage {
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly naturalWidth = picture?.width;
  readonly naturalHeight = picture?.height;
  set src(_url: string) {
    queueMicrotask(() => (picture === null ? this.onerror?.() : this.onload?.()));
  }
}
class FakeCanvas {
  constructor(width: number, height: number) {
    drawn.push([width, height]);
  }
  getContext() {
    return { drawImage: () => undefined };
  }
  async convertToBlob(options: { type: string }) {
    const type = options.type in written ? options.type : 'image/png';
    return new Blob([new Uint8Array(written[type] ?? SMALL)], { type });
  }
}
async function fakeBitmap(_file: Blob, { resizeWidth = 0 }: ImageBitmapOptions) {
  const { width, height } = picture ?? { width: 1, height: 1 };
  return {
    width: resizeWidth,
    height: Math.round((height * resizeWidth) / width),
    close: () => undefined,
  };
}

const before = { ...globalThis };
beforeEach(() => {
  written = { 'image/jpeg': SMALL, 'image/webp': SMALL };
  drawn = [];
  onShrink = jest.fn<() => void>();
  Object.assign(globalThis, {
    Image: FakeImage,
    createImageBitmap: fakeBitmap,
    OffscreenCanvas: FakeCanvas,
  });
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
});
afterEach(() => {
  Object.assign(globalThis, {
    Image: before.Image,
    createImageBitmap: undefined,
    OffscreenCanvas: undefined,
  });
  Object.assign(URL, { createObjectURL: undefined, revokeObjectURL: undefined });
});

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
    picture = { width, height };
    const sent = await shrink(file('image/jpeg'));
    expect(sent.type).toBe('image/jpeg');
    expect(drawn).toEqual([[newWidth, newHeight]]);
    expect(onShrink).toHaveBeenCalledTimes(1);
  },
);

test('a picture with few pixels and bytes is sent as it is', async () => {
  picture = { width: 4_096, height: 3_072 };
  const photo = file('image/jpeg');
  expect(await shrink(photo)).toBe(photo);
  expect(onShrink).not.toHaveBeenCalled();
});

test('a picture with few pixels and too many bytes is written anew in its size', async () => {
  picture = { width: 4_000, height: 3_000 };
  const sent = await shrink(file('image/png', PICTURE_MAX_BYTES + 1));
  expect([sent.type, sent.size, drawn]).toEqual(['image/webp', SMALL, [[4_000, 3_000]]]);
});

test('where no WebP is written, a PNG is sent, or a JPEG if that is too large', async () => {
  picture = { width: 8_000, height: 6_000 };
  written = { 'image/jpeg': SMALL, 'image/png': 2 * SMALL };
  expect((await shrink(file('image/png'))).type).toBe('image/png');
  written['image/png'] = PICTURE_MAX_BYTES + 1;
  expect((await shrink(file('image/png'))).type).toBe('image/jpeg');
});

test('HEIC becomes JPEG where the browser reads it, whatever its size', async () => {
  picture = { width: 400, height: 300 };
  expect((await shrink(file('image/heic'))).type).toBe('image/jpeg');
  expect((await shrink(file('', SMALL, 'IMG_1.HEIC'))).type).toBe('image/jpeg');
});

test('what the browser cannot decode is sent as it is', async () => {
  picture = null;
  const photo = file('image/avif');
  expect(await shrink(photo)).toBe(photo);
  picture = { width: 9_000, height: 9_000 };
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
