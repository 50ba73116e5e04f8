import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';

/** The size, in pixels, of the pictures that services show with a link. */
const [WIDTH, HEIGHT] = [1200, 630];
/** The background of pages in the light scheme. */
const PAPER = '#f5ecd9';

/** Draws an illustration centred on paper, or a scene cropped to the size. */
async function draw(svg: string, file: string): Promise<void> {
  const bytes = await readFile(svg);
  const { width = 1, height = 1 } = await sharp(bytes).metadata();
  const isScene = width > height;
  const side = isScene ? HEIGHT : Math.round(HEIGHT * 0.72);
  const density = Math.min((72 * side) / height, 2_400);
  const picture = sharp(bytes, { density });
  const drawn = isScene
    ? picture.resize(WIDTH, HEIGHT, { fit: 'cover' })
    : picture.resize(side, side, { fit: 'contain', background: PAPER }).extend({
        top: Math.floor((HEIGHT - side) / 2),
        bottom: Math.ceil((HEIGHT - side) / 2),
        left: Math.floor((WIDTH - side) / 2),
        right: Math.ceil((WIDTH - side) / 2),
        background: PAPER,
      });
  await drawn.flatten({ background: PAPER }).jpeg({ quality: 82 }).toFile(file);
}

/**
 * Draws `/share/x.jpg` from each `/produce/x.svg`, or from its scene if there is one: services that show links with a
 * picture do not render SVG.
 */
export const sharePictures = (root: string, outDir: string): Plugin => ({
  name: 'share-pictures',
  apply: 'build',
  async closeBundle() {
    const [from, to] = [path.join(root, 'public/produce'), path.join(outDir, 'share')];
    await mkdir(to, { recursive: true });
    const drawings = new Map<string, string>();
    for (const file of (await readdir(from)).toSorted()) {
      const [, name] = /^(?:scene-)?(.+)\.svg$/.exec(file) ?? [];
      if (name && (file.startsWith('scene-') || !drawings.has(name))) drawings.set(name, file);
    }
    await Promise.all(
      [...drawings].map(([name, file]) =>
        draw(path.join(from, file), path.join(to, `${name}.jpg`)),
      ),
    );
  },
});
