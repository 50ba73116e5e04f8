import type { INestApplication } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type PlatformConfig, REDIS } from '#libs/platform';
import { RealtimeIoAdapter } from './realtime-io.adapter.js';

/** Lets an application serve sockets; the streams adapter gets a connection of its own, because it blocks on it. */
export function useRealtime(app: INestApplication, config: PlatformConfig): void {
  const redis = app.get<Redis>(REDIS).duplicate();
  redis.on('error', () => {});
  app.useWebSocketAdapter(new RealtimeIoAdapter(app, redis, config));
}
