import type { Direction } from './keys.js';
import { Rank } from './types.js';

/**
 * Reads where the values of an encoded key end (`keys.ts` writes them). `flip` is 0xff for a descending value, which
 * is written with all bits inverted.
 */
class KeyReader {
  at = 4;
  private flip = 0;

  constructor(private readonly key: Buffer) {}

  private byte(): number {
    return (this.key[this.at++] ?? 0) ^ this.flip;
  }

  skip(direction: Direction): void {
    this.flip = direction === 1 ? 0 : 0xff;
    this.skipValue(this.byte());
  }

  private skipValue(rank: number): void {
    switch (rank) {
      case Rank.number:
        this.skipNumber();
        return;
      case Rank.string:
      case Rank.code:
        this.skipText();
        return;
      case Rank.regex:
        this.skipText();
        this.skipText();
        return;
      case Rank.bool:
        this.at += 1;
        return;
      case Rank.date:
      case Rank.timestamp:
        this.at += 8;
        return;
      case Rank.objectId:
        this.at += 12;
        return;
      case Rank.binary: {
        let length = 0;
        for (let i = 0; i < 4; i++) length = length * 256 + this.byte();
        this.at += 1 + length;
        return;
      }
      case Rank.array:
        for (let item = this.byte(); item !== 0; item = this.byte()) this.skipValue(item);
        return;
      case Rank.object:
        while (this.byte() !== 0) {
          this.skipText();
          this.skipValue(this.byte());
        }
        return;
      default:
        // null, missing, an empty array, the least and the greatest key: there is nothing behind their rank
        return;
    }
  }

  private skipText(): void {
    this.at = this.key.indexOf(this.flip, this.at) + 1;
  }

  /** A double, the rank among values that share it, and for some values digits: no rank equals a digit or a minus. */
  private skipNumber(): void {
    if (this.byte() === 0) return;
    const negative = (this.byte() & 0x80) === 0;
    this.at += 9;
    if (this.at >= this.key.length) return;
    const next = (this.key[this.at] ?? 0) ^ this.flip ^ (negative ? 0xff : 0);
    if (next !== 0x2d && (next < 0x31 || next > 0x39)) return;
    if (negative) this.flip ^= 0xff;
    this.skipText();
    if (negative) this.flip ^= 0xff;
  }
}

/** Where part `part` of an index key begins. */
export function partStart(key: Buffer, directions: readonly Direction[], part: number): number {
  const reader = new KeyReader(key);
  for (let i = 0; i < part; i++) reader.skip(directions[i] ?? 1);
  return reader.at;
}
