import { Module } from '@nestjs/common';
import { EventStream } from './event-stream.js';
import { QueueDepthsTeller } from './queue-depths.js';
import { RealtimeGateway } from './realtime.gateway.js';

/** The socket side. Needs the platform's core around it, and no database. */
@Module({ providers: [EventStream, QueueDepthsTeller, RealtimeGateway] })
export class GatewayModule {}
