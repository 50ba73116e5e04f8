/** There was no response: no network, or an unreachable server. */
export class OfflineError extends Error {
  constructor(cause?: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'OfflineError';
  }
}
