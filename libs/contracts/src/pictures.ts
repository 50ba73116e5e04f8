import * as z from 'zod/mini';
import { textSchema, urlSchema } from './primitives.js';

/** Bytes of a picture that is uploaded, at the most. */
export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;
/** Width times height of a picture that is uploaded, at the most. */
export const PICTURE_MAX_PIXELS = 40_000_000;
/** Pixels that an uploaded picture is made wide; one that is narrower keeps its width. */
export const PICTURE_WIDTHS = [320, 800, 1600] as const;
/** Pictures of one product at the most. */
export const MAX_PRODUCT_PICTURES = 8;

const pixelsSchema = z.int().check(z.gte(1));

const pictureFileShape = {
  url: urlSchema,
  /** Pixels of `url`; absent for drawings, which have no size of their own. */
  width: z.optional(pixelsSchema),
  height: z.optional(pixelsSchema),
  /** The same picture in its widths, narrowest first: for `srcset`. */
  sizes: z.optional(z.array(z.object({ url: urlSchema, width: pixelsSchema }))),
};

/** A picture as a page shows it. Empty `alt`: nobody has described it yet, and it cannot be published. */
export const pictureSchema = z.object({ ...pictureFileShape, alt: z.string() });
export type Picture = z.infer<typeof pictureSchema>;

/** What `POST /uploads/pictures` answers: to be named, by its `url`, in what it is to be a picture of. */
export const uploadedPictureSchema = z.object(pictureFileShape);
export type UploadedPicture = z.infer<typeof uploadedPictureSchema>;

/** A picture that is named in an edit; its place in the list is its place in the gallery. */
export const namedPictureSchema = z.strictObject({
  url: urlSchema,
  alt: z._default(z.union([z.literal(''), textSchema(250)]), ''),
});
export type NamedPicture = z.infer<typeof namedPictureSchema>;
