import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { PICTURE_MAX_BYTES } from '#libs/contracts';
import { renderPicture } from './render-picture.js';

const INVALID = { code: 'PICTURE_INVALID' };
const SCRIPT = '<script>alert(document.domain)</script>';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a3' } });

/** One chunk of a PNG, with its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** A PNG whose header claims this size, with these chunks between header and end. */
function png(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', head), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}
/** The pixels of an 8 × 8 picture. */
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(8 * (1 + 8 * 3))));
/** So many megabytes of zeros, compressed. */
const compressed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024));

/** The rendered files as one text; checks their names and format. */
async function rendered(bytes: Buffer): Promise<string> {
  const files = await renderPicture(bytes);
  for (const file of files) {
    expect(file.name).toMatch(/^[0-9a-f]{40}-\d{3,4}\.webp$/);
    expect((await sharp(file.bytes).metadata()).format).toBe('webp');
  }
  return files.map((file) => file.bytes.toString('latin1')).join();
}

describe('a polyglot file', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    [
      'an appended script',
      async () => Buffer.concat([await picture(20, 20).jpeg().toBuffer(), Buffer.from(SCRIPT)]),
    ],
    [
      'a script in a JPEG comment',
      async () => {
        const jpeg = await picture(20, 20).jpeg().toBuffer();
        const text = Buffer.from(`*/${SCRIPT}/*`);
        const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
        return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
      },
    ],
    [
      'a script in a PNG text chunk',
      () => png(8, 8, chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)), pixels),
    ],
    [
      'a script in a private PNG chunk',
      () => png(8, 8, chunk('scRp', Buffer.from(SCRIPT)), pixels),
    ],
    [
      'a script in the EXIF data',
      () =>
        picture(20, 20)
          .withExif({ IFD0: { ImageDescription: SCRIPT } })
          .webp()
          .toBuffer(),
    ],
    [
      'an appended archive',
      async () =>
        Buffer.concat([await picture(20, 20).png().toBuffer(), Buffer.from(`PK\x03\x04${SCRIPT}`)]),
    ],
  ])('with %s is rendered without it', async (_, make) => {
    const bytes = await make();
    expect(bytes.includes(SCRIPT)).toBe(true);
    expect(await rendered(bytes)).not.toContain('script');
  });

  it.each<[string, Buffer]>([
    ['HTML with the signature of a JPEG', Buffer.from(`\xff\xd8\xff${SCRIPT}`, 'latin1')],
    ['HTML with the signature of a PNG', Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, 'latin1')],
    ['HTML with the signature of a WebP', Buffer.from(`RIFF\0\0\0\0WEBP${SCRIPT}`, 'latin1')],
    ['HTML with the signature of an AVIF', Buffer.from(`\0\0\0\x1cftypavif${SCRIPT}`, 'latin1')],
    ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['a PDF', Buffer.from(`%PDF-1.4\n${SCRIPT}`)],
    ['a HEIC picture', Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1', 'latin1')],
    ['a GIF', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)', 'latin1')],
  ])('that is not a supported picture is rejected: %s', async (_, bytes) => {
    await expect(renderPicture(bytes)).rejects.toMatchObject(INVALID);
  });
});

/** The pixels of today's phones, which large files of these kinds have. */
const PHONE = { width: 8_064, height: 6_048 };

describe('a picture of 48 megapixels', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['JPEG', () => picture(PHONE.width, PHONE.height).jpeg().toBuffer()],
    [
      'JPEG that is to be turned',
      () => picture(PHONE.width, PHONE.height).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    ['PNG', () => picture(PHONE.width, PHONE.height).png({ compressionLevel: 1 }).toBuffer()],
    ['WebP', () => picture(PHONE.width, PHONE.height).webp({ effort: 0 }).toBuffer()],
  ])('is rendered from %s', async (_, make) => {
    expect(await renderPicture(await make())).toHaveLength(3);
  });

  it('is rejected as AVIF, which takes 18 bytes a pixel, with the limit of its format', async () => {
    const bytes = await picture(PHONE.width, PHONE.height).avif({ effort: 0 }).toBuffer();
    await expect(renderPicture(bytes)).rejects.toMatchObject({
      ...INVALID,
      message: 'This file cannot be read as a picture of at most 32 megapixels',
    });
  });
});

it('a HEIC picture is told how to come', async () => {
  for (const brand of ['heic', 'heix', 'mif1', 'msf1'])
    await expect(
      renderPicture(Buffer.from(`\0\0\0\x24ftyp${brand}\0\0\0\0`, 'latin1')),
    ).rejects.toMatchObject({ ...INVALID, message: expect.stringMatching(/HEIC.*as JPEG/) });
});

describe('a decompression bomb', () => {
  it.each<[string, () => Buffer]>([
    ['a huge size', () => png(60_000, 60_000, pixels)],
    ['the largest width a PNG can have', () => png(0x7fffffff, 1, pixels)],
    ['no pixels', () => png(0, 0, pixels)],
    ['a size just above the limit', () => png(8_000, 8_001, pixels)],
  ])('whose header claims %s is rejected', async (_, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(1_000);
    await expect(renderPicture(bytes)).rejects.toMatchObject(INVALID);
  });

  it.each<[string, () => Buffer]>([
    ['more pixels than the header claims', () => png(8, 8, chunk('IDAT', compressed(64)))],
    [
      'compressed text',
      () =>
        png(
          8,
          8,
          chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), compressed(64)])),
          pixels,
        ),
    ],
    [
      'a compressed colour profile',
      () =>
        png(8, 8, chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), compressed(64)])), pixels),
    ],
  ])('in data that is not needed is never decompressed: %s', async (_, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(PICTURE_MAX_BYTES);
    const before = process.memoryUsage().rss;
    // Rendered in the size that its header claims, or rejected.
    const result = await renderPicture(bytes).catch((error: unknown) => error);
    if (Array.isArray(result)) expect(result).toMatchObject([{ width: 8, height: 8 }]);
    else expect(result).toMatchObject(INVALID);
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
  });
});
