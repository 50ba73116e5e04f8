import { onDemand } from 'bson';

/**
 * Which fields of an encoded document to keep. The document is copied element by element and never decoded, because
 * decoding a long document for a few fields is most of the work.
 */
export interface Selection {
  /** Whether fields that are not named are kept; the same holds for scalars inside arrays. */
  readonly keepsOthers: boolean;
  /** Indexed by the length of the name in bytes, which distinguishes most names. */
  readonly named: readonly (readonly NamedField[] | undefined)[];
}

interface NamedField {
  readonly name: Buffer;
  /** True: keep; false: omit; a selection: applied to the document, or to each document of the array. */
  readonly fate: boolean | Selection;
}

/** A selection of these fields; `true` keeps a field, `false` omits it. */
export function selection(
  keepsOthers: boolean,
  fields: Iterable<readonly [string, boolean | Selection]>,
): Selection {
  const named: NamedField[][] = [];
  for (const [text, fate] of fields) {
    const name = Buffer.from(text, 'utf8');
    const sameLength = named[name.length] ?? [];
    sameLength.push({ name, fate });
    named[name.length] = sameLength;
  }
  return { keepsOthers, named };
}

const OBJECT = 0x03;
const ARRAY = 0x04;

/** Output buffer, as long as the longest document so far, because a selection is never longer than its document. */
let out = Buffer.allocUnsafeSlow(1 << 16);
let at = 0;

/** The document with the selected fields only. */
export function select(raw: Buffer, wanted: Selection): Buffer {
  if (raw.length > out.length) out = Buffer.allocUnsafeSlow(raw.length * 2);
  at = 0;
  copyFields(raw, 0, wanted);
  const bytes = Buffer.allocUnsafe(at);
  out.copy(bytes, 0, 0, at);
  return bytes;
}

function copyFields(raw: Buffer, start: number, wanted: Selection): void {
  const from = begin();
  // consecutive kept fields are copied together
  let keptFrom = start + 4;
  for (const [type, name, nameBytes, value, bytes] of onDemand.parseToElements(raw, start)) {
    const fate = fateOf(raw, name, nameBytes, wanted);
    const enters = typeof fate === 'object' && (type === OBJECT || type === ARRAY);
    if (fate === true || (!enters && fate !== false && wanted.keepsOthers)) continue;
    copy(raw, keptFrom, enters ? value : name - 1);
    keptFrom = value + bytes;
    if (enters) copyInside(raw, type, value, fate);
  }
  copy(raw, keptFrom, start + raw.readInt32LE(start) - 1);
  finish(from);
}

/** Copies the items of an array and renumbers them. */
function copyItems(raw: Buffer, start: number, wanted: Selection): void {
  const from = begin();
  let count = 0;
  for (const [type, , , value, bytes] of onDemand.parseToElements(raw, start)) {
    const enters = type === OBJECT || type === ARRAY;
    if (!enters && !wanted.keepsOthers) continue;
    out[at++] = type;
    at += out.write(String(count++), at, 'latin1');
    out[at++] = 0;
    if (enters) copyInside(raw, type, value, wanted);
    else copy(raw, value, value + bytes);
  }
  finish(from);
}

function copyInside(raw: Buffer, type: number, value: number, wanted: Selection): void {
  if (type === OBJECT) copyFields(raw, value, wanted);
  else copyItems(raw, value, wanted);
}

function begin(): number {
  at += 4;
  return at - 4;
}

function finish(from: number): void {
  out[at++] = 0;
  out.writeInt32LE(at - from, from);
}

function copy(raw: Buffer, from: number, to: number): void {
  // for a few bytes a loop is faster than a native copy
  if (to - from <= 32) for (let i = from; i < to; i++) out[at++] = raw[i] ?? 0;
  else at += raw.copy(out, at, from, to);
}

/** The fate of the field whose name is at `start`; undefined if the selection does not name it. */
function fateOf(
  raw: Buffer,
  start: number,
  length: number,
  { named }: Selection,
): boolean | Selection | undefined {
  for (const { name, fate } of named[length] ?? []) if (hasName(raw, start, name)) return fate;
  return undefined;
}

function hasName(raw: Buffer, start: number, name: Buffer): boolean {
  for (let i = 0; i < name.length; i++) if (raw[start + i] !== name[i]) return false;
  return true;
}
