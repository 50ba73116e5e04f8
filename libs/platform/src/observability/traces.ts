import { createHash, randomBytes } from 'node:crypto';
import type { Attributes, SpanKind } from '@opentelemetry/api';
import type { PlatformConfig } from '../platform.config.js';
import { within } from '../timing.js';

/** A finished piece of work. */
export interface SpanNote {
  readonly name: string;
  readonly kind: 'request' | 'job' | 'delivery';
  /** The request that caused it; a request's own id. */
  readonly correlationId: string;
  /** Milliseconds since 1970; the span ends with the call. */
  readonly startedAt: number;
  readonly failed: boolean;
  readonly attributes: Attributes;
}

/** Records each span; null while traces are off, when no library is loaded and no span created. */
let recorder: ((note: SpanNote) => void) | null = null;

/** Adds a span to the trace of the request that caused it; `note` is called only while traces are on. */
export function noteSpan(note: () => SpanNote): void {
  recorder?.(note());
}

/** Milliseconds that sending the last spans may take. */
const SHUTDOWN_TIMEOUT_MS = 2_000;
/** Correlation ids of work that no request causes: each such piece is its own trace. */
const CAUSED_BY_NO_REQUEST = new Set(['system', 'schedule']);

interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * A request's trace id and first span id, derived from its request id. Every process derives the same ones, so only
 * the request id travels HTTP → outbox → job → socket. The trace id is the request id without dashes, or the hash of
 * one that a proxy has chosen.
 */
export function spanIdsOf(requestId: string): SpanIds {
  const hash = createHash('sha256').update(requestId).digest('hex');
  const plain = requestId.replaceAll('-', '').toLowerCase();
  const traceId = /^(?!0+$)[0-9a-f]{32}$/.test(plain) ? plain : hash.slice(0, 32);
  return { traceId, spanId: hash.slice(32, 48) };
}

/** Sends traces to `OTEL_EXPORTER_OTLP_ENDPOINT`; returns a function that flushes the remaining ones and stops. */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG }: PlatformConfig,
  process: string,
): Promise<() => Promise<void>> {
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {};
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  /** The ids of the next span if it is the first of its request. */
  let chosen: SpanIds | null = null;
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `farmgate-${process}` }),
    // Decided by the trace id alone, so that all processes agree.
    sampler: new sdk.TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG),
    idGenerator: {
      generateTraceId: () => chosen?.traceId ?? randomBytes(16).toString('hex'),
      generateSpanId: () => chosen?.spanId ?? randomBytes(8).toString('hex'),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` }),
      ),
    ],
  });
  const tracer = provider.getTracer('farmgate');
  const kinds: Record<SpanNote['kind'], SpanKind> = {
    request: api.SpanKind.SERVER,
    job: api.SpanKind.CONSUMER,
    delivery: api.SpanKind.PRODUCER,
  };
  const record = (note: SpanNote) => {
    const { name, kind, correlationId, startedAt, failed, attributes } = note;
    const options = { kind: kinds[kind], startTime: startedAt, attributes };
    const ids = CAUSED_BY_NO_REQUEST.has(correlationId) ? null : spanIdsOf(correlationId);
    const parent =
      ids && kind !== 'request'
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, {
            ...ids,
            traceFlags: api.TraceFlags.SAMPLED,
            isRemote: true,
          })
        : api.ROOT_CONTEXT;
    chosen = kind === 'request' ? ids : null;
    const span = tracer.startSpan(name, options, parent);
    chosen = null;
    if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
    span.end();
  };
  recorder = record;
  return async () => {
    if (recorder === record) recorder = null;
    await within(
      SHUTDOWN_TIMEOUT_MS,
      provider.shutdown().catch(() => {}),
      undefined,
    );
  };
}
