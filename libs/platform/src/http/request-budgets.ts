import type { IncomingMessage, ServerResponse } from 'node:http';

/** The phase of a request: its body arrives, it waits for room, it is processed, or the client reads the response. */
type Phase = 'receiving' | 'waiting' | 'working' | 'sending';

export interface Counted {
  readonly request: IncomingMessage;
  readonly network: string;
  readonly isChange: boolean;
  /** Answers 408, because its body takes too long to arrive; null if it has no body. */
  readonly refuse: (() => void) | null;
}

/** Its phase, and its user once known. */
type Counting = Counted & { phase: Phase; user?: string };

interface Share {
  requests: number;
  bodies: number;
}

const NOBODY: Readonly<Share> = { requests: 0, bodies: 0 };

/**
 * Counts requests by what they cost. Receiving a body and sending a response count for the client's network only;
 * only requests being processed count for the whole process.
 */
export class RequestBudgets {
  private readonly counted = new Map<ServerResponse, Counting>();
  private readonly networks = new Map<string, Share>();
  private readonly users = new Map<string, number>();
  private answers = 0;
  private queued = 0;
  private changing = 0;

  /** How many requests are being processed. */
  get working(): number {
    return this.answers;
  }

  /** How many of those are changes. */
  get changes(): number {
    return this.changing;
  }

  /** How many requests wait for room. */
  get waiting(): number {
    return this.queued;
  }

  /** What one network has in flight. */
  of(network: string): Readonly<Share> {
    return this.networks.get(network) ?? NOBODY;
  }

  /** Counts a request until {@link leave}; one with a body starts in `receiving`. */
  enter(response: ServerResponse, request: Counted): void {
    const share = this.networks.get(request.network) ?? { ...NOBODY };
    share.requests++;
    this.networks.set(request.network, share);
    this.counted.set(response, { ...request, phase: 'sending' });
    this.move(response, request.refuse ? 'receiving' : 'working');
  }

  isArriving(response: ServerResponse): boolean {
    return this.counted.get(response)?.phase === 'receiving';
  }

  /** The requests whose bodies are arriving. */
  *arriving(): Iterable<Counted> {
    for (const counted of this.counted.values()) if (counted.phase === 'receiving') yield counted;
  }

  /** Assigns a request to its user. Returns how many requests that user has in flight. */
  identify(response: ServerResponse, user: string): number {
    const counted = this.counted.get(response);
    if (!counted || counted.user !== undefined) return this.users.get(user) ?? 0;
    counted.user = user;
    const requests = (this.users.get(user) ?? 0) + 1;
    this.users.set(user, requests);
    return requests;
  }

  /** The body has arrived; processing begins. */
  received(response: ServerResponse): void {
    this.move(response, 'working', 'receiving');
  }

  /** The request waits for room, and does not count as being processed. */
  pause(response: ServerResponse): void {
    this.move(response, 'waiting', 'working');
  }

  resume(response: ServerResponse): void {
    this.move(response, 'working', 'waiting');
  }

  /** The response is complete; the client may take as long as it needs to read it. */
  answered(response: ServerResponse): void {
    this.move(response, 'sending');
  }

  /** The response has been read, or the connection is gone. */
  leave(response: ServerResponse): void {
    const counted = this.counted.get(response);
    if (!counted) return;
    this.answered(response);
    this.counted.delete(response);
    const share = this.networks.get(counted.network);
    if (share && --share.requests === 0) this.networks.delete(counted.network);
    if (counted.user === undefined) return;
    const requests = (this.users.get(counted.user) ?? 1) - 1;
    if (requests > 0) this.users.set(counted.user, requests);
    else this.users.delete(counted.user);
  }

  /** Moves a request to a phase; with `from`, only if it is in that phase now. */
  private move(response: ServerResponse, phase: Phase, from?: Phase): void {
    const counted = this.counted.get(response);
    if (!counted || (from && counted.phase !== from)) return;
    this.count(counted, -1);
    counted.phase = phase;
    this.count(counted, 1);
  }

  private count({ phase, network, isChange }: Counting, by: 1 | -1): void {
    if (phase === 'working') {
      this.answers += by;
      if (isChange) this.changing += by;
    }
    if (phase === 'waiting') this.queued += by;
    const share = this.networks.get(network);
    if (share && phase === 'receiving') share.bodies += by;
  }
}
