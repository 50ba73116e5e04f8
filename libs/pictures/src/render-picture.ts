import { createHash } from 'node:crypto';
import type Sharp from 'sharp';
import { PICTURE_MAX_PIXELS, PICTURE_WIDTHS } from '#libs/contracts';
import { DomainError } from '#libs/platform';

/** A file that is ready to be stored. */
export interface RenderedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Maximum time to decode a picture, in seconds. */
const TIMEOUT_S = 20;
const QUALITY = 80;

/** The signatures of the accepted formats; libvips decodes more formats than are safe to accept from strangers. */
const FORMATS: Readonly<Record<string, (head: string) => boolean>> = {
  jpeg: (head) => head.startsWith('\xff\xd8\xff'),
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP',
  avif: (head) => head.slice(4, 12) === 'ftypavif',
};

/**
 * Decodes an uploaded picture, turns it upright, and encodes it as WebP in the widths of `PICTURE_WIDTHS`. The original
 * file is never served: no metadata, no location, no appended data. An animation becomes its first frame. Throws
 * `PICTURE_INVALID`.
 */
export async function renderPicture(bytes: Buffer): Promise<RenderedFile[]> {
  const head = bytes.subarray(0, 16).toString('latin1');
  if (!Object.values(FORMATS).some((matches) => matches(head)))
    throw new DomainError('PICTURE_INVALID', 'Please choose a JPEG, PNG, WebP or AVIF picture');
  // Loaded on use: it is large, and most processes never render a picture.
  const { default: sharp } = await import('sharp');
  try {
    const decoded = await decode(sharp, bytes);
    const rendered = [];
    for (const width of PICTURE_WIDTHS) rendered.push(await render(sharp, decoded, width));
    const widest = rendered.at(-1)?.data ?? bytes;
    const hash = createHash('sha256').update(widest).digest('hex').slice(0, 40);
    return rendered
      .map(({ data, info }, at) => ({
        name: `${hash}-${PICTURE_WIDTHS[at] ?? info.width}.webp`,
        bytes: data,
        width: info.width,
        height: info.height,
      }))
      .filter(({ width }, at, all) => all[at - 1]?.width !== width);
  } catch {
    throw new DomainError(
      'PICTURE_INVALID',
      `This file cannot be read as a picture of at most ${PICTURE_MAX_PIXELS / 1_000_000} megapixels`,
    );
  }
}

const WIDEST = Math.max(...PICTURE_WIDTHS);
/** Limits the height of tall pictures to twice the width. */
const within = (width: number) =>
  ({ width, height: width * 2, fit: 'inside', withoutEnlargement: true }) as const;

/** Decodes the file once, to the pixels of the largest size; checks the limit of pixels in the header beforehand. */
function decode(sharp: typeof Sharp, bytes: Buffer) {
  return sharp(bytes, {
    limitInputPixels: PICTURE_MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  })
    .timeout({ seconds: TIMEOUT_S })
    .autoOrient()
    .resize(within(WIDEST))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function render(
  sharp: typeof Sharp,
  { data, info }: Awaited<ReturnType<typeof decode>>,
  width: number,
) {
  const { width: from, height, channels } = info;
  return sharp(data, { raw: { width: from, height, channels } })
    .resize(within(width))
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
}
