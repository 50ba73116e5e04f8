import { Module } from '@nestjs/common';
import { RealtimeGateway } from './realtime.gateway.js';

/** The socket side. Needs the platform's core around it, and no database. */
@Module({ providers: [RealtimeGateway] })
export class GatewayModule {}
