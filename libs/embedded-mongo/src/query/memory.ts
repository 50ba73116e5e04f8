import { CommandError } from '../errors.js';

const LIMIT_BYTES = 100 * 1024 * 1024;

/** Counts the bytes that a stage keeps until it has all of its input; throws error 292 above MongoDB's limit. */
export class Memory {
  bytes = 0;

  constructor(private readonly stage: string) {}

  add(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes <= LIMIT_BYTES) return;
    throw new CommandError(
      292,
      `${this.stage} exceeded memory limit of ${LIMIT_BYTES} bytes, but did not opt in to external sorting; external sorting is not supported by the embedded server`,
    );
  }
}
