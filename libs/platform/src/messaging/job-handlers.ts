import { Injectable, SetMetadata } from '@nestjs/common';
import { type JobName, type JobPayload, jobNames, jobs } from '#libs/contracts';
import { Discovery, type MethodDecoratorOf } from '../discovery.js';

const HANDLES = 'farmgate:handles-job';

/**
 * Marks the method that handles a job: `(payload) => Promise<void>`. A job may run twice if a worker dies at the
 * wrong moment, so the second run must have no further effect.
 */
export const OnJob = <Name extends JobName>(name: Name) =>
  SetMetadata(HANDLES, name) as MethodDecoratorOf<(payload: JobPayload<Name>) => Promise<void>>;

type Handler = (payload: unknown) => Promise<void>;

/** Finds every `@OnJob` method of this process. */
@Injectable()
export class JobHandlers {
  private handlers: ReadonlyMap<JobName, Handler> | undefined;

  constructor(private readonly discovery: Discovery) {}

  /** Throws unless every job has exactly one handler. */
  check(): void {
    this.handlers = this.discover();
    const missing = jobNames.filter((name) => !this.handlers?.has(name));
    if (missing.length > 0) throw new Error(`no handler for the jobs ${missing.join(', ')}`);
  }

  /** Parses the job's payload and runs its handler. */
  async handle(name: string, data: unknown): Promise<void> {
    if (!isJobName(name)) throw new Error(`there is no job ${name}`);
    const handler = this.handlers?.get(name);
    if (!handler) throw new Error(`no handler for the job ${name}`);
    await handler(jobs[name].payload.parse(data));
  }

  private discover(): Map<JobName, Handler> {
    const found = new Map<JobName, Handler>();
    for (const method of this.discovery.decoratedMethods<JobName>(HANDLES)) {
      const { metadata: name, handler, instance } = method;
      if (found.has(name)) throw new Error(`two handlers for the job ${name}`);
      found.set(name, handler.bind(instance) as Handler);
    }
    return found;
  }
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobs, name);
}
