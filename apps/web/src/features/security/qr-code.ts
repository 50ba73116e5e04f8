/**
 * QR codes as ISO/IEC 18004 has them, as much of it as an address for an authenticator app needs: bytes, the lowest
 * level of correction, versions 1 to 15. A screen is read from near by, and what stands in it is as good as random, so
 * one mask does for all.
 */

/** By version, from 1: codewords of correction in a block, and blocks. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6];
const LOWEST_LEVEL = 0b01;
const MASK = 6;
const isMasked = (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0;

/** Rows of dark (true) and light squares, without the quiet border; null for a text that is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const at = CORRECTION.findIndex(
    (_, n) => lengthBits(n + 1) + 4 + bytes.length * 8 <= dataSize(n + 1) * 8,
  );
  if (at < 0) return null;
  const version = at + 1;
  const grid = patterns(version);
  fill(grid, withCorrection(version, dataOf(version, bytes)));
  return grid.map((row) => row.map((dark) => dark === true));
}

const lengthBits = (version: number) => (version < 10 ? 8 : 16);
const alignments = (version: number) => (version === 1 ? 0 : Math.floor(version / 7) + 2);

/** Codewords of a symbol: its squares without all patterns. */
function codewords(version: number): number {
  const count = alignments(version);
  const align = count === 0 ? 0 : (25 * count - 10) * count - 55;
  const modules = (16 * version + 128) * version + 64 - align - (version < 7 ? 0 : 36);
  return Math.floor(modules / 8);
}
const correctionOf = (version: number) => CORRECTION[version - 1] ?? 0;
const blocksOf = (version: number) => BLOCKS[version - 1] ?? 1;
const dataSize = (version: number) =>
  codewords(version) - correctionOf(version) * blocksOf(version);

/** The bytes behind their kind and number, filled up to the size of the version. */
function dataOf(version: number, bytes: Uint8Array): number[] {
  const bits = (value: number, length: number) => value.toString(2).padStart(length, '0');
  const all =
    bits(0b0100, 4) +
    bits(bytes.length, lengthBits(version)) +
    [...bytes].map((byte) => bits(byte, 8)).join('') +
    '0000';
  const data = (all.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const size = dataSize(version);
  for (let pad = 0xec; data.length < size; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Blocks with their correction, woven into each other; the last ones may be longer by one. */
function withCorrection(version: number, data: readonly number[]): number[] {
  const [length, count] = [correctionOf(version), blocksOf(version)];
  const divisor = divisorOf(length);
  const short = Math.floor(data.length / count);
  const firstLong = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, n) => {
    const from = n * short + Math.max(0, n - firstLong);
    return data.slice(from, from + short + (n < firstLong ? 0 : 1));
  });
  const corrections = blocks.map((block) => remainder(block, divisor));
  const woven = (rows: readonly (readonly number[])[], width: number) =>
    Array.from({ length: width }, (_, n) => rows.flatMap((row) => row[n] ?? [])).flat();
  return [...woven(blocks, short + 1), ...woven(corrections, length)];
}

/** A product in the field of 256 elements that Reed and Solomon count in here. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

function divisorOf(degree: number): number[] {
  let divisor = [1];
  let root = 1;
  for (let n = 0; n < degree; n++) {
    const shifted = [...divisor, 0];
    divisor = shifted.map((value, at) => value ^ times(divisor[at - 1] ?? 0, root));
    root = times(root, 2);
  }
  return divisor.slice(1);
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(divisor[at] ?? 0, factor));
  }
  return rest;
}

type Grid = (boolean | undefined)[][];

/** Everything that is not data; what stays undefined is for the data. */
function patterns(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => new Array<undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  const square = (x: number, y: number, reach: number, light: readonly number[]) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let n = 0; n < size; n++) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  const places = alignmentPlaces(version);
  const last = places.length - 1;
  for (const [i, x] of places.entries())
    for (const [j, y] of places.entries())
      if (!(i === 0 && j === 0) && !(i === 0 && j === last) && !(i === last && j === 0))
        square(x, y, 2, [1]);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [2, 4]);
  setFormat(size, set);
  if (version >= 7) setVersion(version, size, set);
  return grid;
}

function alignmentPlaces(version: number): number[] {
  const count = alignments(version);
  if (count === 0) return [];
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, n) => version * 4 + 10 - n * step);
  return [6, ...rest.reverse()];
}

type Set = (x: number, y: number, dark: boolean) => void;

/** Appends to a number what corrects it. */
function corrected(value: number, length: number, generator: number): number {
  let rest = value;
  for (let n = 0; n < length; n++) rest = (rest << 1) ^ ((rest >>> (length - 1)) * generator);
  return (value << length) | rest;
}

function setFormat(size: number, set: Set): void {
  const bits = corrected((LOWEST_LEVEL << 3) | MASK, 10, 0x537) ^ 0x5412;
  for (let n = 0; n < 15; n++) {
    const dark = ((bits >>> n) & 1) === 1;
    // along the first finder, around the line of dots
    if (n < 8) set(8, n < 6 ? n : n + 1, dark);
    else set(n === 8 ? 7 : 14 - n, 8, dark);
    // once more beside the other two
    if (n < 8) set(size - 1 - n, 8, dark);
    else set(8, size - 15 + n, dark);
  }
  set(8, size - 8, true);
}

function setVersion(version: number, size: number, set: Set): void {
  const bits = corrected(version, 12, 0x1f25);
  for (let n = 0; n < 18; n++) {
    const dark = ((bits >>> n) & 1) === 1;
    const [a, b] = [size - 11 + (n % 3), Math.floor(n / 3)];
    set(a, b, dark);
    set(b, a, dark);
  }
}

/** Lays the bits down in columns of two, up and down in turns, masked. */
function fill(grid: Grid, words: readonly number[]): void {
  const size = grid.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5; // the line of dots
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = grid[y];
        if (!row || row[x] !== undefined) continue;
        const bit = ((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1;
        row[x] = (bit === 1) !== isMasked(x, y);
        at += 1;
      }
    }
  }
}
