import type { INestApplication } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type PlatformConfig, REDIS } from '#libs/platform';
import { RealtimeIoAdapter } from './realtime-io.adapter.js';

/** Lets an application serve sockets. */
export function useRealtime(app: INestApplication, config: PlatformConfig): void {
  app.useWebSocketAdapter(new RealtimeIoAdapter(app, app.get<Redis>(REDIS), config));
}
