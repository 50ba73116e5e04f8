import { createHash } from 'node:crypto';
import type Sharp from 'sharp';
import { PICTURE_MAX_PIXELS, PICTURE_WIDTHS } from '#libs/contracts';
import { DomainError } from '#libs/platform';

/** A file that is ready to be kept. */
export interface RenderedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Seconds that one picture may take. */
const PATIENCE_S = 20;
const QUALITY = 80;

/** What a file of each format begins with; libvips knows more formats than are good for strangers to send. */
const FORMATS: Readonly<Record<string, (head: string) => boolean>> = {
  jpeg: (head) => head.startsWith('\xff\xd8\xff'),
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP',
  avif: (head) => head.slice(4, 12) === 'ftypavif',
};

/**
 * Makes of an uploaded picture what is shown: decoded, turned upright, in the widths of `PICTURE_WIDTHS` and
 * encoded anew as WebP, so that nothing of the file itself is ever served: no metadata, no place where it was
 * taken, nothing hidden behind the picture. A moving picture becomes its first frame.
 * Throws `PICTURE_INVALID`.
 */
export async function renderPicture(bytes: Buffer): Promise<RenderedFile[]> {
  const head = bytes.subarray(0, 16).toString('latin1');
  if (!Object.values(FORMATS).some((begins) => begins(head)))
    throw new DomainError('PICTURE_INVALID', 'Please choose a JPEG, PNG, WebP or AVIF picture');
  // Loaded on use: it is large, and most processes never see a picture.
  const { default: sharp } = await import('sharp');
  try {
    const rendered = [];
    for (const width of PICTURE_WIDTHS) rendered.push(await render(sharp, bytes, width));
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

function render(sharp: typeof Sharp, bytes: Buffer, width: number) {
  return (
    sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: PATIENCE_S })
      .autoOrient()
      // A tower stays a tower, but no page has to scroll past a mile of it.
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
  );
}
