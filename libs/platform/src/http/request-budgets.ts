import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a request is doing: its body arrives, it waits for room, its answer is made, or the client reads that. */
type Phase = 'receiving' | 'waiting' | 'working' | 'sending';

interface Counted {
  readonly request: IncomingMessage;
  readonly network: string;
  readonly isChange: boolean;
  phase: Phase;
}

/** A body that is arriving, and how its sender is told that it takes too long. */
export interface ArrivingBody {
  readonly request: IncomingMessage;
  readonly refuse: () => void;
}

interface Share {
  requests: number;
  bodies: number;
}

const NOBODY: Readonly<Share> = { requests: 0, bodies: 0 };

/**
 * Counts requests by what they cost. A body that arrives and an answer that is read cost the address that sends and
 * reads; only answers that are being made count for the whole process.
 */
export class RequestBudgets {
  /** Bodies that are arriving. */
  readonly arriving = new Map<ServerResponse, ArrivingBody>();
  private readonly counted = new Map<ServerResponse, Counted>();
  private readonly networks = new Map<string, Share>();
  private answers = 0;
  private queued = 0;
  private changing = 0;

  /** How many answers are being made. */
  get working(): number {
    return this.answers;
  }

  /** How many of them change something. */
  get changes(): number {
    return this.changing;
  }

  /** How many requests wait for room. */
  get waiting(): number {
    return this.queued;
  }

  /** What the callers of one network have in flight. */
  of(network: string): Readonly<Share> {
    return this.networks.get(network) ?? NOBODY;
  }

  /** Counts a request until {@link leave}; one with a body is received first. */
  enter(
    response: ServerResponse,
    { refuse, ...request }: Omit<Counted, 'phase'> & { readonly refuse: (() => void) | null },
  ): void {
    const share = this.networks.get(request.network) ?? { ...NOBODY };
    share.requests++;
    this.networks.set(request.network, share);
    const counted: Counted = { ...request, phase: 'sending' };
    this.counted.set(response, counted);
    if (refuse) this.arriving.set(response, { request: request.request, refuse });
    this.move(counted, refuse ? 'receiving' : 'working');
  }

  /** The body is there: from here on the answer is being made. */
  received(response: ServerResponse): void {
    const counted = this.counted.get(response);
    this.arriving.delete(response);
    if (counted?.phase === 'receiving') this.move(counted, 'working');
  }

  /** The request waits for room, which is no work. */
  pause(response: ServerResponse): void {
    const counted = this.counted.get(response);
    if (counted?.phase === 'working') this.move(counted, 'waiting');
  }

  resume(response: ServerResponse): void {
    const counted = this.counted.get(response);
    if (counted?.phase === 'waiting') this.move(counted, 'working');
  }

  /** The answer is made, and may be sent for as long as its reader takes. */
  answered(response: ServerResponse): void {
    const counted = this.counted.get(response);
    this.arriving.delete(response);
    if (counted) this.move(counted, 'sending');
  }

  /** The answer has been read, or the connection is gone. */
  leave(response: ServerResponse): void {
    const counted = this.counted.get(response);
    if (!counted) return;
    this.answered(response);
    this.counted.delete(response);
    const share = this.networks.get(counted.network);
    if (share && --share.requests === 0) this.networks.delete(counted.network);
  }

  private move(counted: Counted, phase: Phase): void {
    this.count(counted, -1);
    counted.phase = phase;
    this.count(counted, 1);
  }

  private count({ phase, network, isChange }: Counted, by: 1 | -1): void {
    if (phase === 'working') {
      this.answers += by;
      if (isChange) this.changing += by;
    }
    if (phase === 'waiting') this.queued += by;
    const share = this.networks.get(network);
    if (share && phase === 'receiving') share.bodies += by;
  }
}
