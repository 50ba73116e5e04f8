import * as z from 'zod/mini';
import { MAX_LENGTH } from './max-length.js';
import { urlSchema } from './primitives.js';
import { textSchema } from './text.js';

/** Maximum bytes of an uploaded picture. */
export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;
/** Maximum width times height of an uploaded picture, in pixels. */
export const PICTURE_MAX_PIXELS = 64_000_000;
/** Widths in pixels that an uploaded picture is scaled to; a narrower one keeps its width. */
export const PICTURE_WIDTHS = [320, 800, 1600] as const;
/** Maximum number of pictures of a product. */
export const MAX_PRODUCT_PICTURES = 8;

const pixelsSchema = z.int().check(z.gte(1));

const pictureFileShape = {
  url: urlSchema,
  /** Pixels of `url`; absent for drawings, which have no size of their own. */
  width: z.optional(pixelsSchema),
  height: z.optional(pixelsSchema),
  /** The same picture in several widths, narrowest first, for `srcset`. */
  sizes: z.optional(z.array(z.object({ url: urlSchema, width: pixelsSchema }))),
};

/** A picture as a page shows it. Empty `alt`: nobody has described it yet, and it cannot be published. */
export const pictureSchema = z.object({ ...pictureFileShape, alt: z.string() });
export type Picture = z.infer<typeof pictureSchema>;

/** Response of `POST /uploads/pictures`; edits refer to it by its `url`. */
export const uploadedPictureSchema = z.object(pictureFileShape);
export type UploadedPicture = z.infer<typeof uploadedPictureSchema>;

/** A picture in an edit; its place in the list is its place in the gallery. */
export const namedPictureSchema = z.strictObject({
  url: urlSchema,
  alt: z._default(textSchema(MAX_LENGTH.alt, { empty: true }), ''),
});
export type NamedPicture = z.infer<typeof namedPictureSchema>;
