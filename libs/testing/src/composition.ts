import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { IdentityProvider } from '#libs/identity';
import type { RateLimits } from '#libs/platform';

/** Composes the marketplace for tests; implemented by an application. */
export interface Composition {
  /** Creates all processes in one, on the engines of these settings; does not listen yet. */
  create(options: {
    readonly settings: Readonly<Record<string, string>>;
    readonly identity: IdentityProvider;
    /** Null disables rate limits. */
    readonly limits: RateLimits | null;
  }): Promise<NestFastifyApplication>;
  /** Whether the event is in the replay window of this process's gateway. */
  isDelivered(app: NestFastifyApplication, eventId: string): boolean;
  /** Stops relay, reconciler and dispatcher, so that only other processes relay and dispatch. */
  stopRelaying(app: NestFastifyApplication): Promise<void>;
}

declare global {
  /** Set before each test file (`setupFiles` in jest.config.js) by the application, because libs import no apps. */
  var farmgateComposition: (() => Promise<Composition>) | undefined;
}

/** Throws in Jest projects for which no application has registered itself. */
export function loadComposition(): Promise<Composition> {
  if (!globalThis.farmgateComposition)
    throw new Error('no application is registered: see setupFiles in jest.config.js');
  return globalThis.farmgateComposition();
}
