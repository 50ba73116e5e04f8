/**
 * Writes the pictures that come from Fluent Emoji (MIT) to apps/web/public/produce/<slug>.svg.
 * The other pictures in that folder are drawn by hand and are not touched. See CREDITS.md there.
 * Also writes categories.avif, the small drawings of the categories in one row.
 *
 *   node scripts/produce-pictures.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';

const OUTPUT = new URL('../apps/web/public/produce/', import.meta.url);

/** Our file name → the icon's name in the set; a single name if both are equal. */
const PICTURES = [
  // vegetables, herbs, mushrooms
  'bell-pepper',
  'broccoli',
  'brown-mushroom',
  'carrot',
  'cucumber',
  ['corn', 'ear-of-corn'],
  'eggplant',
  'garlic',
  ['ginger', 'ginger-root'],
  'herb',
  'hot-pepper',
  ['lettuce', 'leafy-green'],
  'onion',
  'pea-pod',
  'potato',
  ['salad', 'green-salad'],
  'seedling',
  ['sweet-potato', 'roasted-sweet-potato'],
  'tomato',
  // fruit and nuts
  'blueberries',
  'cherries',
  'chestnut',
  'grapes',
  'green-apple',
  'melon',
  'peach',
  'pear',
  'red-apple',
  'strawberry',
  'watermelon',
  // dairy, bakery, pantry
  ['baguette', 'baguette-bread'],
  'beans',
  'bread',
  'butter',
  ['cheese', 'cheese-wedge'],
  'croissant',
  'egg',
  ['honey', 'honey-pot'],
  ['milk', 'glass-of-milk'],
  'pie',
  'salt',
  // the farm: for empty states, roles and decoration
  'basket',
  ['bee', 'honeybee'],
  'chicken',
  'cow',
  'delivery-truck',
  'ewe',
  'farmer',
  ['farmer-woman', 'woman-farmer'],
  ['farmhouse', 'house-with-garden'],
  'goat',
  ['ladybird', 'lady-beetle'],
  'package',
  'potted-plant',
  'rooster',
  'sun',
  'sunflower',
  'tractor',
  ['wheat', 'sheaf-of-rice'],
].map((entry) => (Array.isArray(entry) ? entry : [entry, entry]));

const require = createRequire(import.meta.url);
const set = JSON.parse(readFileSync(require.resolve('@iconify-json/fluent-emoji/icons.json')));

mkdirSync(OUTPUT, { recursive: true });
let bytes = 0;
for (const [slug, name] of PICTURES) {
  const svg = toSvg(slug, name);
  bytes += svg.length;
  writeFileSync(new URL(`${slug}.svg`, OUTPUT), svg);
}
await writeCategories();
console.log(`${PICTURES.length} pictures, ${Math.round(bytes / 1024)} kB`);

/** A basket and the categories, in the order of category-chips.tsx; 28 CSS pixels at a pixel ratio of 3. */
async function writeCategories() {
  const names = 'basket tomato strawberry lettuce herb carrot brown-mushroom egg honey'.split(' ');
  const size = 84;
  const row = { width: size * names.length, height: size };
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawings = names.map(async (name, index) => ({
    input: await sharp(readFileSync(new URL(`${name}.svg`, OUTPUT)), { density: 288 })
      .resize(size, size, { fit: 'contain', background: clear })
      .png()
      .toBuffer(),
    left: index * size,
    top: 0,
  }));
  const image = sharp({ create: { ...row, channels: 4, background: clear } })
    .composite(await Promise.all(drawings))
    .avif({ quality: 35, effort: 9, chromaSubsampling: '4:2:0' });
  writeFileSync(new URL('categories.avif', OUTPUT), await image.toBuffer());
}

function toSvg(slug, name) {
  const icon = set.icons[name];
  if (!icon) throw new Error(`the icon set has no "${name}"`);
  const width = icon.width ?? set.width;
  const height = icon.height ?? set.height;
  const body = renameIds(icon.body, slug);
  const links = body.includes('xlink:') ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg"${links} width="256" height="256" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
}

/** Shortens ids and adds a prefix per picture, so that ids of pictures inlined on the same page do not collide. */
function renameIds(body, slug) {
  let result = body;
  let count = 0;
  for (const [, id] of body.matchAll(/\bid="([^"]+)"/g)) {
    const fresh = `${slug}-${(count++).toString(36)}`;
    result = result
      .replaceAll(`id="${id}"`, `id="${fresh}"`)
      .replaceAll(`url(#${id})`, `url(#${fresh})`)
      .replaceAll(`href="#${id}"`, `href="#${fresh}"`);
  }
  return result;
}
