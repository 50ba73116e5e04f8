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

interface Format {
  /** Whether a file that begins so has this format. */
  readonly matches: (head: string) => boolean;
  /** Maximum width times height in pixels. */
  readonly maxPixels: number;
}
/**
 * The accepted formats; libvips decodes more formats than are safe to accept from strangers. At its limit a picture
 * takes at most 600 MB of memory: an AVIF is decoded at its full size, 18 bytes a pixel, and an interlaced PNG of 16
 * bits a channel too, 9 bytes a pixel. JPEG takes 35 MB (400 MB if it is progressive and CMYK), WebP 90 MB, other PNG
 * 100 MB.
 */
const FORMATS: readonly Format[] = [
  { matches: (head) => head.startsWith('\xff\xd8\xff'), maxPixels: PICTURE_MAX_PIXELS },
  { matches: (head) => head.startsWith('\x89PNG\r\n\x1a\n'), maxPixels: PICTURE_MAX_PIXELS },
  {
    matches: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP',
    maxPixels: PICTURE_MAX_PIXELS,
  },
  { matches: (head) => head.slice(4, 12) === 'ftypavif', maxPixels: 32_000_000 },
];

/** Brands of HEIC and HEIF files, which sharp does not decode. */
const HEIC = /^ftyp(?:hei[cmsx]|hev[cmsx]|m[is]f1)/;

/**
 * Decodes an uploaded picture, turns it upright, and encodes it as WebP in the widths of `PICTURE_WIDTHS`. The original
 * file is never served: no metadata, no location, no appended data. An animation becomes its first frame. Throws
 * `PICTURE_INVALID`.
 */
export async function renderPicture(bytes: Buffer): Promise<RenderedFile[]> {
  const head = bytes.subarray(0, 16).toString('latin1');
  const format = FORMATS.find(({ matches }) => matches(head));
  if (!format)
    throw new DomainError(
      'PICTURE_INVALID',
      HEIC.test(head.slice(4, 12))
        ? 'This is a HEIC picture. Please send it as JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible, or share it as JPEG'
        : 'Please choose a JPEG, PNG, WebP or AVIF picture',
    );
  // Loaded on use: it is large, and most processes never render a picture.
  const { default: sharp } = await import('sharp');
  try {
    const decoded = await decode(sharp, bytes, format.maxPixels);
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
      `This file cannot be read as a picture of at most ${format.maxPixels / 1_000_000} megapixels`,
    );
  }
}

const WIDEST = Math.max(...PICTURE_WIDTHS);
/** Limits the height of tall pictures to twice the width. */
const within = (width: number) =>
  ({ width, height: width * 2, fit: 'inside', withoutEnlargement: true }) as const;

/** Decodes the file once, to the pixels of the largest size; checks the limit of pixels in the header beforehand. */
function decode(sharp: typeof Sharp, bytes: Buffer, maxPixels: number) {
  return sharp(bytes, {
    limitInputPixels: maxPixels,
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
