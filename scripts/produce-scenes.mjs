/**
 * Writes a scene for each product drawing of the demo to apps/web/public/produce/scene-<slug>.svg: the product as at a
 * market, in a crate, a bowl or a bed, on a board or a shelf. The product drawings come from that folder (see
 * CREDITS.md there); the settings are drawn here.
 *
 *   node scripts/produce-scenes.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../apps/web/public/produce/', import.meta.url);
const WIDTH = 400;
const HEIGHT = 320;

/** Colours of the wall and the table. */
const COLOURS = {
  sage: { wall: '#dfe8cf', table: '#c9a877' },
  sky: { wall: '#d8e6e6', table: '#b98f5f' },
  butter: { wall: '#f4e3b5', table: '#b98f5f' },
  rose: { wall: '#f1d9cb', table: '#c9a877' },
  dusk: { wall: '#dcd5e2', table: '#a98560' },
};

/** The scenes: setting → colour → slugs. */
const SCENES = {
  crate: {
    sage: 'tomato beet potato eggplant zucchini cucumber sweet-potato ginger garlic onion kale',
    sky: 'carrot bell-pepper butternut-squash pumpkin melon corn hot-pepper chard',
    butter: 'red-apple green-apple pear peach cauliflower broccoli leek scallions',
    rose: 'radish asparagus grapes seedling',
  },
  bowl: {
    sky: 'blueberries egg blue-eggs raspberries plum',
    butter: 'strawberry cherries cherry-tomatoes chestnut',
    sage: 'pea-pod green-beans beans',
  },
  bed: {
    sky: 'lettuce spinach herb basil rosemary',
  },
  board: {
    rose: 'bread baguette croissant pie',
    butter: 'cheese butter',
    sky: 'watermelon salad',
    dusk: 'brown-mushroom oyster-mushrooms shiitake lions-mane king-trumpet maitake',
  },
  shelf: {
    butter: 'honey cider apple-butter',
    sky: 'milk yogurt salt',
  },
};

/** A copy of the drawing: its centre, its width, and its rotation in degrees. */
const copy = (x, y, size, turn = 0) =>
  `<use href="#p" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"${
    turn ? ` transform="rotate(${turn} ${x} ${y})"` : ''
  }/>`;
const box = (x, y, width, height, fill, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`;
const shade = (cx, cy, rx, ry) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="#2b1d10" opacity=".22"/>`;

const room = ({ wall, table }, edge) =>
  box(0, 0, WIDTH, HEIGHT, wall) +
  box(0, edge, WIDTH, HEIGHT - edge, table) +
  `<path d="M0 ${edge + 26}H400M0 ${edge + 64}H400" stroke="#2b1d10" stroke-opacity=".1" stroke-width="2"/>` +
  box(0, edge, WIDTH, 5, '#2b1d1026');

const SETTINGS = {
  crate: (colours) =>
    room(colours, 214) +
    shade(200, 290, 172, 14) +
    box(52, 118, 296, 120, '#7d5730', 6) +
    [86, 143, 200, 257, 314]
      .map((x, n) => copy(x, 128 + (n % 2) * 8, 92, [-14, 9, -4, 12, -10][n]))
      .join('') +
    [108, 170, 232, 294]
      .map((x, n) => copy(x, 172 + (n % 2) * 6, 104, [8, -12, 6, -8][n]))
      .join('') +
    box(40, 196, 320, 42, '#c99a5e', 5) +
    box(40, 244, 320, 42, '#bd8c50', 5) +
    box(40, 196, 320, 5, '#ffffff33', 2) +
    box(40, 244, 320, 5, '#ffffff33', 2) +
    box(52, 188, 20, 102, '#a87840', 3) +
    box(328, 188, 20, 102, '#a87840', 3) +
    [62, 338]
      .map((x) =>
        [217, 265].map((y) => `<circle cx="${x}" cy="${y}" r="3" fill="#5b3d1e"/>`).join(''),
      )
      .join('') +
    '<path d="M96 212c60 6 150-4 208 2M96 226c70-4 120 4 208 0M96 262c50-5 160 6 208 0" fill="none" stroke="#7d5730" stroke-opacity=".35" stroke-width="2"/>',
  bowl: (colours) =>
    room(colours, 208) +
    shade(200, 288, 128, 14) +
    '<ellipse cx="200" cy="196" rx="142" ry="34" fill="#8f9a8c"/>' +
    [
      [138, 158, -16],
      [200, 140, 6],
      [262, 158, 14],
    ]
      .map(([x, y, turn]) => copy(x, y, 104, turn))
      .join('') +
    [
      [104, 184, 12],
      [168, 182, -10],
      [232, 182, 10],
      [296, 184, -14],
    ]
      .map(([x, y, turn]) => copy(x, y, 92, turn))
      .join('') +
    '<path d="M56 196c4 62 62 96 144 96s140-34 144-96c-24 22-82 34-144 34S80 218 56 196z" fill="#f4efe2"/>' +
    '<path d="M62 222c30 26 82 36 138 36s108-10 138-36c-1 5-3 9-5 13-32 24-82 34-133 34S99 259 67 235c-2-4-4-8-5-13z" fill="#2f6a8a"/>' +
    '<path d="M150 292h100l-8 8h-84z" fill="#d8d0bd"/>',
  bed: ({ wall }) =>
    box(0, 0, WIDTH, HEIGHT, wall) +
    '<path d="M0 84c70-34 140-30 210-8 70 20 130 12 190-16v60H0z" fill="#8fb574"/><path d="M0 100h400v220H0z" fill="#7a5233"/>' +
    '<path d="M0 128h400v12H0zM0 190h400v18H0zM0 276h400v28H0z" fill="#5f3d24"/>' +
    [40, 104, 168, 232, 296, 360].map((x) => copy(x, 106, 58)).join('') +
    [62, 154, 246, 338].map((x) => shade(x, 192, 34, 8) + copy(x, 154, 86)).join('') +
    [78, 200, 322].map((x) => shade(x, 284, 50, 11) + copy(x, 226, 132)).join(''),
  board: (colours) =>
    room(colours, 150) +
    shade(206, 276, 160, 16) +
    box(48, 176, 312, 92, '#d9ac6c', 26) +
    box(48, 176, 312, 82, '#e8c088', 26) +
    '<circle cx="334" cy="218" r="10" fill="#b98f5f"/><path d="M84 200c70 8 150-6 220 2M84 236c80-6 140 6 214 0" fill="none" stroke="#b98f5f" stroke-opacity=".5" stroke-width="2"/>' +
    shade(252, 226, 60, 10) +
    copy(254, 168, 116, 10) +
    shade(146, 242, 82, 12) +
    copy(146, 166, 168, -6),
  shelf: (colours) =>
    box(0, 0, WIDTH, HEIGHT, colours.wall) +
    '<path d="M0 62h400M0 124h400M0 186h400" stroke="#2b1d10" stroke-opacity=".08" stroke-width="3"/>' +
    copy(92, 160, 126) +
    copy(308, 160, 126) +
    shade(200, 240, 66, 10) +
    copy(200, 162, 164) +
    box(0, 238, WIDTH, 34, '#b98f5f') +
    box(0, 238, WIDTH, 6, '#ffffff3d') +
    box(0, 272, WIDTH, 14, '#2b1d1033') +
    box(60, 272, 18, 48, '#a98560') +
    box(322, 272, 18, 48, '#a98560') +
    '<path d="M168 246h64l10 13-10 13h-64z" fill="#f3c64a"/><circle cx="228" cy="259" r="3" fill="#b98f5f"/><path d="M176 255h40M176 263h28" stroke="#5b3d1e" stroke-width="3"/>',
};

let bytes = 0;
let count = 0;
for (const [setting, byColour] of Object.entries(SCENES))
  for (const [colour, slugs] of Object.entries(byColour))
    for (const slug of slugs.split(' ')) {
      const drawing = bodyOf(slug);
      const svg =
        `<svg xmlns="http://www.w3.org/2000/svg"${drawing.links} width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
        `<symbol id="p" viewBox="0 0 32 32">${drawing.body}</symbol>${SETTINGS[setting](COLOURS[colour])}</svg>\n`;
      writeFileSync(new URL(`scene-${slug}.svg`, FOLDER), svg);
      bytes += svg.length;
      count += 1;
    }
console.log(`${count} scenes, ${Math.round(bytes / 1024)} kB`);

/**
 * The contents of a drawing and the namespace it needs, without filters: a dozen copies with a dozen blurs each take
 * seconds to render, and are too small to show them.
 */
function bodyOf(slug) {
  const svg = readFileSync(new URL(`${slug}.svg`, FOLDER), 'utf8');
  const [, attributes, body] = /^<svg([^>]*)>(.*)<\/svg>\s*$/s.exec(svg);
  const links = attributes.includes('xmlns:xlink')
    ? ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    : '';
  return {
    body: body.replaceAll(/<filter .*?<\/filter>/gs, '').replaceAll(/ filter="[^"]*"/g, ''),
    links,
  };
}
