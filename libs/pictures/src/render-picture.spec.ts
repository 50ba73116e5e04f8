import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { PICTURE_MAX_BYTES } from '#libs/contracts';
import { renderPicture } from './render-picture.js';

const INVALID = { code: 'PICTURE_INVALID' };
const SCRIPT = '<script>alert(document.domain)</script>';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a3' } });

/** One part of a PNG, with the checksum that it needs to be believed. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** A PNG that says it is so large, with these parts between its head and its end. */
function png(width: number, height: number, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', head), ...parts, chunk('IEND', Buffer.alloc(0))]);
}
/** The pixels of a picture of 8 by 8. */
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(8 * (1 + 8 * 3))));
/** So much of nothing, as a file holds it. */
const packed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024));

/** The files that are made of it, as one text; their names say nothing of the sender's. */
async function shown(bytes: Buffer): Promise<string> {
  const files = await renderPicture(bytes);
  for (const file of files) {
    expect(file.name).toMatch(/^[0-9a-f]{40}-\d{3,4}\.webp$/);
    expect((await sharp(file.bytes).metadata()).format).toBe('webp');
  }
  return files.map((file) => file.bytes.toString('latin1')).join();
}

describe('a file that is a picture and something else', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    [
      'a script behind it',
      async () => Buffer.concat([await picture(20, 20).jpeg().toBuffer(), Buffer.from(SCRIPT)]),
    ],
    [
      'a script in its comment',
      async () => {
        const jpeg = await picture(20, 20).jpeg().toBuffer();
        const words = Buffer.from(`*/${SCRIPT}/*`);
        const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words]);
        return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
      },
    ],
    [
      'a script in its words',
      () => png(8, 8, chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)), pixels),
    ],
    ['a script in a part of its own', () => png(8, 8, chunk('scRp', Buffer.from(SCRIPT)), pixels)],
    [
      'a script in what a camera says',
      () =>
        picture(20, 20)
          .withExif({ IFD0: { ImageDescription: SCRIPT } })
          .webp()
          .toBuffer(),
    ],
    [
      'an archive behind it',
      async () =>
        Buffer.concat([await picture(20, 20).png().toBuffer(), Buffer.from(`PK\x03\x04${SCRIPT}`)]),
    ],
  ])('with %s is shown without it', async (_, make) => {
    const bytes = await make();
    expect(bytes.includes(SCRIPT)).toBe(true);
    expect(await shown(bytes)).not.toContain('script');
  });

  it.each<[string, Buffer]>([
    ['a page that begins as a JPEG does', Buffer.from(`\xff\xd8\xff${SCRIPT}`, 'latin1')],
    ['a page that begins as a PNG does', Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, 'latin1')],
    ['a page that begins as a WebP does', Buffer.from(`RIFF\0\0\0\0WEBP${SCRIPT}`, 'latin1')],
    ['a page that begins as an AVIF does', Buffer.from(`\0\0\0\x1cftypavif${SCRIPT}`, 'latin1')],
    ['a drawing that runs', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['a drawing of a document', Buffer.from(`%PDF-1.4\n${SCRIPT}`)],
    ['a picture of another kind', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)', 'latin1')],
  ])('but only looks like one is refused: %s', async (_, bytes) => {
    await expect(renderPicture(bytes)).rejects.toMatchObject(INVALID);
  });
});

describe('a small file that would unpack to a large one', () => {
  it.each<[string, () => Buffer]>([
    ['says that it is immense', () => png(60_000, 60_000, pixels)],
    ['says that it is as wide as can be said', () => png(0x7fffffff, 1, pixels)],
    ['has nothing in it', () => png(0, 0, pixels)],
    ['is just larger than what is taken', () => png(8_000, 5_001, pixels)],
  ])('is refused: it %s', async (_, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(1_000);
    await expect(renderPicture(bytes)).rejects.toMatchObject(INVALID);
  });

  it.each<[string, () => Buffer]>([
    ['more pixels than it says', () => png(8, 8, chunk('IDAT', packed(64)))],
    [
      'words that unpack',
      () =>
        png(8, 8, chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed(64)])), pixels),
    ],
    [
      'colours that unpack',
      () => png(8, 8, chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), packed(64)])), pixels),
    ],
  ])('for what nobody looks at is never unpacked: %s', async (_, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(PICTURE_MAX_BYTES);
    const before = process.memoryUsage().rss;
    // Shown as what it says that it is, or not at all.
    const made = await renderPicture(bytes).catch((error: unknown) => error);
    if (Array.isArray(made)) expect(made).toMatchObject([{ width: 8, height: 8 }]);
    else expect(made).toMatchObject(INVALID);
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
  });
});
