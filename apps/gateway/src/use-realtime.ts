import type { INestApplication } from '@nestjs/common';
import type { PlatformConfig } from '#libs/platform';
import { RealtimeIoAdapter } from './realtime-io.adapter.js';

/** Adds the socket server to an application. */
export function useRealtime(app: INestApplication, config: PlatformConfig): void {
  app.useWebSocketAdapter(new RealtimeIoAdapter(app, config));
}
