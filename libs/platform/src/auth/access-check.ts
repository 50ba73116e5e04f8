import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS_RULE } from './access.js';

const HANDLER_PATH = 'path';

/** Refuses to start while any route lacks an explicit rule of who may call it. */
@Injectable()
export class AccessCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<
        string,
        (...args: unknown[]) => unknown
      >;
      return this.scanner
        .getAllMethodNames(prototype)
        .map((name) => ({ name, handler: prototype[name] }))
        .filter(({ handler }) => handler && Reflect.hasMetadata(HANDLER_PATH, handler))
        .filter(
          ({ handler }) =>
            !this.reflector.getAllAndOverride(
              ACCESS_RULE,
              [handler, metatype].filter((target) => target !== undefined),
            ),
        )
        .map(({ name }) => `${metatype.name}.${name}`);
    });
    if (open.length > 0)
      throw new Error(
        `Routes without @Public(), @TokenHolder(), @SignedIn() or @Roles(): ${open.join(', ')}`,
      );
  }
}
