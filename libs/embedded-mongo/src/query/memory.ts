import { CommandError } from '../errors.js';

const LIMIT_BYTES = 100 * 1024 * 1024;

/** What a stage keeps until all of its input was there: as much memory as MongoDB gives it. */
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
