import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, OnEvent } from '#libs/platform';
import { FarmsService } from './farms.service.js';

/** Handles the events that concern farms. */
@Injectable()
export class FarmsProcessor {
  constructor(private readonly farms: FarmsService) {}

  @OnEvent('user.registered')
  async openFarm(
    { payload }: DomainEvent<'user.registered'>,
    session: ClientSession,
  ): Promise<void> {
    await this.farms.openFarmOf(payload.user, session);
  }
}
