/** Whether a picture is a drawing without a background; scenes are drawings with one. */
export const isCutout = (url: string) => url.endsWith('.svg') && !url.includes('/scene-');
