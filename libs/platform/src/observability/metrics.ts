import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Timings } from './timings.js';

/** What this process counts of its own work: one registry, as Prometheus has one target for a process. */
const counted = new Registry();

/** Requests, by the template of their route: what stands in for its parameters would be a series each. */
export const requestSeconds = new Timings({
  name: 'farmgate_http_request_seconds',
  help: 'How long requests took, by route template, method and class of status.',
  labelNames: ['route', 'method', 'status'],
  bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Jobs and handled events, by queue, name and whether they were done. */
export const jobSeconds = new Histogram({
  name: 'farmgate_job_seconds',
  help: "How long a job or an event took in its queue's handler, by outcome (done or failed).",
  labelNames: ['queue', 'job', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  registers: [counted],
});

/** Events, from when they were written beside their change to when this gateway told them. */
export const toldSeconds = new Histogram({
  name: 'farmgate_event_told_seconds',
  help: 'Event lag: from the change that an event is of to its telling by this gateway.',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
  registers: [counted],
});

/** Milliseconds that an engine may take to say a figure; then it is left out, rather than an old one told. */
const PATIENCE_MS = 2_000;

/** One value of a figure, by its labels. */
export interface Reading {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The figures of this process in Prometheus' text form. */
@Injectable()
export class Metrics {
  /** What is looked up when it is asked for; it belongs to this application's engines. */
  private readonly looked = new Registry();

  static readonly contentType = counted.contentType;

  /** Adds a figure that `look` finds each time somebody reads; it is absent where that fails or takes too long. */
  read(
    name: string,
    help: string,
    labelNames: readonly string[],
    look: () => readonly Reading[] | Promise<readonly Reading[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.looked],
      async collect() {
        const readings = await inTime(look);
        // without labels, a reset would say nought
        if (labelNames.length > 0) this.reset();
        else this.remove();
        for (const { labels = {}, value } of readings) this.set(labels, value);
      },
    });
  }

  /** Everything, as Prometheus reads it. */
  async text(): Promise<string> {
    // Begun with the first reading: where nobody reads, nothing is watched.
    if (!counted.getSingleMetric('process_cpu_seconds_total'))
      collectDefaultMetrics({ register: counted });
    const others = await Registry.merge([counted, this.looked]).metrics();
    return `${requestSeconds.text()}\n${others}`;
  }
}

async function inTime(
  look: () => readonly Reading[] | Promise<readonly Reading[]>,
): Promise<readonly Reading[]> {
  const tired = new Promise<readonly Reading[]>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, []).unref();
  });
  const looking = (async () => look())().catch(() => []);
  return Promise.race([looking, tired]);
}
