import type { INestApplication } from '@nestjs/common';
import type { PlatformConfig } from '#libs/platform';
import { RealtimeIoAdapter } from './realtime-io.adapter.js';

/** Lets an application serve sockets. */
export function useRealtime(app: INestApplication, config: PlatformConfig): void {
  app.useWebSocketAdapter(new RealtimeIoAdapter(app, config));
}
