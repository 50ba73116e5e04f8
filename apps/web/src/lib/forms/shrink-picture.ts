import { PICTURE_MAX_BYTES } from '#libs/contracts';

/** Longest side, in pixels, of a picture that is sent; the widest that the server keeps is 1,600 wide, 3,200 high. */
const SIDE_MAX = 4_096;
const QUALITY = 0.9;
const JPEG = 'image/jpeg';

/** Whether a file is a HEIC picture, as iPhones take them; some systems do not know its type. */
export const isHeic = ({ type, name }: File): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));

/**
 * A picture as it is sent: a large one is made smaller, because phones take more pixels and bytes than the server
 * accepts, and HEIC becomes JPEG. Without the metadata, but upright. The file itself if it is small enough, or if the
 * browser cannot decode it. Calls `onShrink` when it begins, because that takes a second or more.
 */
export async function shrinkPicture(file: File, onShrink: () => void): Promise<Blob> {
  try {
    const { width, height } = await sizeOf(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
    if (scale === 1 && file.size <= PICTURE_MAX_BYTES && !isHeic(file)) return file;
    onShrink();
    // the width alone: the height follows, also where a browser means the width before it was turned upright
    const bitmap = await createImageBitmap(file, {
      imageOrientation: 'from-image',
      resizeWidth: Math.round(width * scale),
      resizeQuality: 'high',
    });
    return await encode(bitmap, file.type === JPEG || isHeic(file));
  } catch {
    return file;
  }
}

/** Width and height as shown; browsers read them from the header, before they decode the pixels. */
async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** WebP keeps transparency. JPEG is for pictures without it, and for browsers that write no WebP. */
async function encode(bitmap: ImageBitmap, isOpaque: boolean): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const type = isOpaque ? JPEG : 'image/webp';
  const blob = await canvas.convertToBlob({ type, quality: QUALITY });
  // a browser that does not write a format writes PNG, which may be too large
  if (blob.size <= PICTURE_MAX_BYTES) return blob;
  return canvas.convertToBlob({ type: JPEG, quality: QUALITY });
}
