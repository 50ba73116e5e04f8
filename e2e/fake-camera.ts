import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import encodeQR from 'qr';
import { launchFullChromium } from './full-chromium.js';

const [WIDTH, HEIGHT] = [640, 480];
/** Pixels of one module of the code. */
const SCALE = 8;
const [WHITE, GREY] = [235, 128];
const BLACK = 16;

/** A video of one frame (YUV4MPEG2) that shows this text as a QR code. */
function qrVideo(text: string): Buffer {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const [left, top] = [WIDTH, HEIGHT].map((size) =>
    Math.floor((size - rows.length * SCALE) / 2),
  ) as [number, number];
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; isDark && line < SCALE; line++) {
        const at = (top + y * SCALE + line) * WIDTH + left + x * SCALE;
        luma.fill(BLACK, at, at + SCALE);
      }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`;
  return Buffer.concat([Buffer.from(`${header}FRAME\n`), luma, chroma]);
}

/** A browser whose camera sees this text as a QR code. Whoever launches it closes it. */
export async function launchWithCamera(text: string): Promise<Browser> {
  const video = join(mkdtempSync(join(tmpdir(), 'farmgate-camera-')), 'code.y4m');
  writeFileSync(video, qrVideo(text));
  return launchFullChromium([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]);
}
