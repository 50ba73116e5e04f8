import { decode } from '../bson/decode.js';
import { type Selection, select } from '../bson/select.js';
import type { Doc } from '../bson/types.js';

/** A document with fewer bytes is decoded whole. */
const LONG = 512;

/** A stored document, decoded on first access. */
export class Row {
  private decoded: Doc | undefined;
  constructor(
    readonly key: Buffer,
    readonly raw: Buffer,
    doc?: Doc,
  ) {
    this.decoded = doc;
  }
  get doc(): Doc {
    this.decoded ??= decode(this.raw);
    return this.decoded;
  }

  /** The document; of a long one only the given fields, which is much less work to decode. */
  docOf(wanted: Selection | undefined): Doc {
    if (!wanted || this.decoded || this.raw.length < LONG) return this.doc;
    return decode(select(this.raw, wanted));
  }
}
