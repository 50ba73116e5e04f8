import { Injectable, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type JobName, type JobPayload, jobNames, jobs } from '#libs/contracts';

const HANDLES = 'farmgate:handles-job';

/**
 * Marks the method that does a job: `(payload) => Promise<void>`. A job may be done twice, when a worker dies
 * at the wrong moment, so its effect has to be the same then.
 */
export const OnJob = <Name extends JobName>(name: Name) =>
  SetMetadata(HANDLES, name) as <Method extends (payload: JobPayload<Name>) => Promise<void>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ) => void;

type Handler = (payload: unknown) => Promise<void>;

/** Finds every `@OnJob` method of this process. */
@Injectable()
export class JobHandlers {
  private handlers: ReadonlyMap<JobName, Handler> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Throws unless every job has exactly one handler. */
  check(): void {
    this.handlers = this.discover();
    const missing = jobNames.filter((name) => !this.handlers?.has(name));
    if (missing.length > 0) throw new Error(`no handler for the jobs ${missing.join(', ')}`);
  }

  /** Parses the job's payload and does it. */
  async handle(name: string, data: unknown): Promise<void> {
    if (!isJobName(name)) throw new Error(`there is no job ${name}`);
    const handler = this.handlers?.get(name);
    if (!handler) throw new Error(`no handler for the job ${name}`);
    await handler(jobs[name].payload.parse(data));
  }

  private discover(): Map<JobName, Handler> {
    const found = new Map<JobName, Handler>();
    for (const { instance } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object') continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, Handler> | null;
      if (!prototype) continue;
      for (const method of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[method];
        const name = handler && (Reflect.getMetadata(HANDLES, handler) as JobName | undefined);
        if (!handler || !name) continue;
        if (found.has(name)) throw new Error(`two handlers for the job ${name}`);
        found.set(name, handler.bind(instance));
      }
    }
    return found;
  }
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobs, name);
}
