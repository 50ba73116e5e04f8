import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '#libs/platform';

/** What the relay's thread is told, and what it says. */
export type ToThread = 'close';
export type ToWorker = 'ready';

/** Runs the relay beside this process' own event loop; the two share nothing but the process' life. */
@Injectable()
export class RelayThread implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private thread: Worker | undefined;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  async onApplicationBootstrap(): Promise<void> {
    const thread = new Worker(new URL('./thread.js', import.meta.url));
    this.thread = thread;
    await once(thread, 'message');
    // Without its relay a worker would look alive and hand nothing over: another one takes its place.
    thread.on('error', (error) => this.end(error));
    thread.on('exit', () => this.end(new Error('the relay has ended')));
  }

  async beforeApplicationShutdown(): Promise<void> {
    const { thread } = this;
    if (!thread) return;
    this.thread = undefined;
    const exit = once(thread, 'exit');
    thread.postMessage('close' satisfies ToThread);
    await exit;
  }

  private end(error: Error): void {
    if (!this.thread) return;
    this.logger.fatal({ err: error }, 'the relay has ended, and the worker with it');
    process.exit(1);
  }
}

@Module({ providers: [RelayThread] })
export class RelayThreadModule {}
