import { Injectable } from '@nestjs/common';
import { CatalogueIndex } from './catalogue-index.js';

/** Milliseconds that an answer is given again at the most: some of it goes by the clock, such as the end of a holiday. */
const KEPT_MS = 1_000;
/** Answers that are kept at the most, of up to a hundred kilobytes each. */
const MOST = 200;

interface Kept {
  readonly text: Promise<Buffer>;
  readonly until: number;
  /** The state of the index that it was made of. */
  readonly changes: number;
}

/**
 * Whole answers as they are sent. The same question is answered once for all who ask it within a second, unless the
 * catalogue has changed meanwhile: to find the rows, read them and write them down is most of what a page costs.
 */
@Injectable()
export class KeptAnswers {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly index: CatalogueIndex) {}

  /** JSON, from memory where it is still what `answer` would say. */
  json(question: unknown, answer: () => Promise<unknown>): Promise<Buffer> {
    const key = JSON.stringify(question);
    const { changes, isFollowing } = this.index;
    const now = Date.now();
    const known = this.kept.get(key);
    if (known && known.changes === changes && known.until > now && isFollowing) return known.text;
    const text = answer().then((said) => Buffer.from(JSON.stringify(said)));
    if (!isFollowing) return text;
    if (this.kept.size >= MOST) this.kept.clear();
    const fresh = { text, until: now + KEPT_MS, changes };
    this.kept.set(key, fresh);
    // What failed is asked anew.
    text.catch(() => this.kept.get(key) === fresh && this.kept.delete(key));
    return text;
  }
}
