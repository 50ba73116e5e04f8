import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const SIZES = [192, 512];
/** The background of the logo. */
const LEAF = '#1F4D36';
/** Systems may crop a maskable icon to a circle of 80 % of its width. */
const SAFE = 0.76;

/**
 * Draws the icons of the installed app from the logo: `/icons/app-*.png` with its own corners, `/icons/maskable-*.png`
 * for systems that cut their own.
 */
export const appIcons = (root: string, outDir: string): Plugin => ({
  name: 'app-icons',
  apply: 'build',
  async closeBundle() {
    const logo = await readFile(path.join(root, 'public/favicon.svg'));
    const to = path.join(outDir, 'icons');
    await mkdir(to, { recursive: true });
    const draw = (side: number) => sharp(logo, { density: (72 * side) / 32 }).resize(side, side);
    await Promise.all(
      SIZES.flatMap((size) => {
        const margin = Math.round((size * (1 - SAFE)) / 2);
        return [
          draw(size)
            .png({ palette: true })
            .toFile(path.join(to, `app-${size}.png`)),
          draw(size - 2 * margin)
            .extend({ top: margin, bottom: margin, left: margin, right: margin, background: LEAF })
            .flatten({ background: LEAF })
            .png({ palette: true })
            .toFile(path.join(to, `maskable-${size}.png`)),
        ];
      }),
    );
  },
});
