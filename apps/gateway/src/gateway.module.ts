import { Module } from '@nestjs/common';
import { EventFeed } from './event-feed.js';
import { QueueDepthsFeed } from './queue-depths.js';
import { RealtimeGateway } from './realtime.gateway.js';

/** The socket server. Needs `CoreModule` of the platform, and no database. */
@Module({ providers: [EventFeed, QueueDepthsFeed, RealtimeGateway] })
export class GatewayModule {}
