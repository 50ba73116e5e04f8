/** WebSocket frames for benchmarks: uncompressed texts, each in a single frame. */

const TEXT = 0x81;
const HEAD_MAX = 10;
const SHORT = 125;
const TWO_BYTES = 126;
const MASK_BYTES = 4;

/** Encodes a text as a frame. Clients must mask; a mask of zeros changes nothing. */
export function textFrame(text: string, masked: boolean): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(HEAD_MAX + MASK_BYTES);
  head[0] = TEXT;
  let length = 2;
  if (body.length <= SHORT) head[1] = body.length;
  else if (body.length <= 0xffff) {
    head[1] = TWO_BYTES;
    length += head.writeUInt16BE(body.length, length) - length;
  } else throw new Error('too long for a bench');
  if (masked) {
    head[1] |= 0x80;
    length += MASK_BYTES;
  }
  return Buffer.concat([head.subarray(0, length), body]);
}

/** Reads the texts of a stream of frames. */
export class FrameReader {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly onText: (text: Buffer) => void) {}

  take(chunk: Buffer): void {
    let bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    for (;;) {
      const frame = firstFrame(bytes);
      if (!frame) break;
      this.onText(bytes.subarray(frame.from, frame.to));
      bytes = bytes.subarray(frame.to);
    }
    this.rest = bytes;
  }
}

/** Offsets of the first frame's text; null while the frame is incomplete. */
function firstFrame(bytes: Buffer): { from: number; to: number } | null {
  if (bytes.length < 2) return null;
  const second = bytes[1] ?? 0;
  const short = second & 0x7f;
  const extra = short === TWO_BYTES ? 2 : short > TWO_BYTES ? 8 : 0;
  const from = 2 + extra + (second & 0x80 ? MASK_BYTES : 0);
  if (bytes.length < from) return null;
  const length =
    extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const to = from + length;
  return bytes.length < to ? null : { from, to };
}
