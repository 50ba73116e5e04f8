import { Module } from '@nestjs/common';
import { OutboxRelay } from './outbox-relay.js';

/** Hands committed events over. Needs the platform around it, and none of the slices. */
@Module({ providers: [OutboxRelay] })
export class RelayModule {}
