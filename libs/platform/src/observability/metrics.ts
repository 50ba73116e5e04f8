import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../timing.js';

/** The registry of this process; Prometheus has one target per process. */
const own = new Registry();

/** Requests by route template, because parameter values would create a series each. */
export const requestSeconds = new Histogram({
  name: 'farmgate_http_request_seconds',
  help: 'How long requests took, by route template, method and class of status.',
  labelNames: ['route', 'method', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [own],
});

/** Jobs and handled events, by queue, name and outcome. */
export const jobSeconds = new Histogram({
  name: 'farmgate_job_seconds',
  help: "How long a job or an event took in its queue's handler, by outcome (done, failed, or waiting for another event).",
  labelNames: ['queue', 'job', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  registers: [own],
});

/** Latency of event delivery: from the change that an event describes to its emission by this gateway. */
export const deliverySeconds = new Histogram({
  name: 'farmgate_event_delivery_seconds',
  help: 'Latency of event delivery: from the change that an event describes to its emission by this gateway.',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
  registers: [own],
});

/** Milliseconds that an engine may take to deliver a value, which is omitted after that. */
const TIMEOUT_MS = 2_000;

/** One value of a metric, by its labels. */
export interface Reading {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

type ReadValues = () => readonly Reading[] | Promise<readonly Reading[]>;

/** The metrics of this process in Prometheus' text format. */
@Injectable()
export class Metrics {
  /** Read from this application's engines at each scrape. */
  private readonly onScrape = new Registry();

  static readonly contentType = own.contentType;

  /** Adds a gauge that calls `values` at each scrape; it is absent if that fails or takes too long. */
  read(name: string, help: string, labelNames: readonly string[], values: ReadValues): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.onScrape],
      async collect() {
        const reading = Promise.resolve().then(values);
        const readings = await within<readonly Reading[]>(
          TIMEOUT_MS,
          reading.catch(() => []),
          [],
        );
        // Without labels, reset() would report 0.
        if (labelNames.length > 0) this.reset();
        else this.remove();
        for (const { labels = {}, value } of readings) this.set(labels, value);
      },
    });
  }

  /** Everything, as Prometheus scrapes it. */
  text(): Promise<string> {
    // Started with the first scrape, so that nothing is measured if nobody scrapes.
    if (!own.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: own });
    return Registry.merge([own, this.onScrape]).metrics();
  }
}
