import { Module } from '@nestjs/common';
import { EventFeed } from './event-feed.js';
import { QueueDepthsFeed } from './queue-depths.js';
import { RealtimeGateway } from './realtime.gateway.js';

/** The socket side. Needs the platform's core around it, and no database. */
@Module({ providers: [EventFeed, QueueDepthsFeed, RealtimeGateway] })
export class GatewayModule {}
