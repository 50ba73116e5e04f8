import { ApiError, backoffMs } from '../lib/api/api';

/** Milliseconds between attempts while nothing answers, and after the connection was lost. */
const UNREACHABLE = { firstMs: 1_000, maxMs: 10_000 };
/** Milliseconds between attempts that the server refuses; longer, because each costs it a response. */
const REFUSED = { firstMs: 2_000, maxMs: 60_000 };
/** A connection that lasted for this many milliseconds resets the count of failures. */
const STABLE_MS = 10_000;

/** The gateway refused a ticket. */
export class ConnectionRefused extends Error {}

export interface ConnectionSteps {
  readonly ticket: () => Promise<string>;
  /** Opens the connection; its end is reported by {@link Reconnect.failed} or {@link Reconnect.lost}. */
  readonly open: (ticket: string) => void;
}

/**
 * Keeps a connection open; the delay between attempts grows with each failure. Fetches a new ticket before each
 * attempt, so that a page that is refused a ticket opens no connection.
 */
export class Reconnect {
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A later attempt supersedes an earlier one. */
  #attempt = 0;
  #connectedAt: number | null = null;

  constructor(private readonly steps: ConnectionSteps) {}

  /** Connects now. */
  start(): void {
    this.stop();
    const attempt = this.#attempt;
    this.steps.ticket().then(
      (ticket) => attempt === this.#attempt && this.steps.open(ticket),
      (error: unknown) => attempt === this.#attempt && this.failed(error),
    );
  }

  /** Connects now and resets the count of failures, because there is a reason to expect success. */
  startAnew(): void {
    this.#failures = 0;
    this.start();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#attempt += 1;
    this.#connectedAt = null;
  }

  connected(): void {
    this.#connectedAt = Date.now();
  }

  /** The connection was lost; tries again. */
  lost(): void {
    const lasted = this.#connectedAt === null ? 0 : Date.now() - this.#connectedAt;
    if (lasted >= STABLE_MS) this.#failures = 0;
    this.failed(null);
  }

  /** An attempt failed; tries again. */
  failed(error: unknown): void {
    this.stop();
    this.#failures += 1;
    const isRefusal = error instanceof ApiError || error instanceof ConnectionRefused;
    const delay = backoffMs(isRefusal ? REFUSED : UNREACHABLE, this.#failures, error);
    this.#timer = setTimeout(() => this.start(), delay);
  }
}
