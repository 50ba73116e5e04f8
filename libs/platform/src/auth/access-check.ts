import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Discovery } from '../discovery.js';
import { ACCESS_RULE } from './access.js';

/** Metadata of every route handler, set by Nest. */
const HANDLER_PATH = 'path';

/** Refuses to start if any route lacks an explicit access rule. */
@Injectable()
export class AccessCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: Discovery,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.discovery
      .decoratedMethods(HANDLER_PATH, 'controllers')
      .filter(
        ({ handler, owner }) => !this.reflector.getAllAndOverride(ACCESS_RULE, [handler, owner]),
      )
      .map(({ owner, name }) => `${owner.name}.${name}`);
    if (open.length > 0)
      throw new Error(
        `Routes without @Public(), @TokenHolder(), @SignedIn(), @FarmTeam() or @Roles(): ${open.join(', ')}`,
      );
  }
}
