import { ReadableStream, TransformStream } from 'node:stream/web';
import { TextDecoder, TextEncoder } from 'node:util';

/** Browser APIs that jsdom lacks. */
Object.assign(globalThis, { TextDecoder, TextEncoder, ReadableStream, TransformStream });

/** The part of `Request` that the router uses. */
class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal;
  readonly headers = new Headers();
  constructor(url: string, init: RequestInit = {}) {
    this.url = new URL(url, 'http://localhost').href;
    this.method = init.method ?? 'GET';
    this.signal = init.signal ?? new AbortController().signal;
  }
}
globalThis.Request ??= PlainRequest as unknown as typeof Request;

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;

/** Everything is in view. */
class InView extends NoObserver {
  constructor(private readonly report: IntersectionObserverCallback) {
    super();
  }
  override observe(target?: Element): void {
    const entry = { target, isIntersecting: true, boundingClientRect: new DOMRect(0, 0, 1, 1) };
    this.report([entry as unknown as IntersectionObserverEntry], this as never);
  }
}
globalThis.IntersectionObserver ??= InView as unknown as typeof IntersectionObserver;

window.scrollTo = () => undefined;
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
Element.prototype.scrollIntoView ??= () => undefined;
