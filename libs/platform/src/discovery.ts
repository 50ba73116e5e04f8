import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

/** A method of an instance in this process that a decorator has marked. */
export interface DecoratedMethod<Metadata> {
  /** The class of the instance. */
  readonly owner: Type;
  readonly name: string;
  readonly metadata: Metadata;
  /** The method on the prototype, which carries its other metadata. */
  readonly handler: (...args: never[]) => unknown;
  readonly instance: object;
}

/** What `SetMetadata` returns, for methods of that type only. */
export type MethodDecoratorOf<Type> = <Method extends Type>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Finds methods of this process that are marked with `SetMetadata`. */
@Injectable()
export class Discovery {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** The decorated methods of providers, or of `controllers`. The type of the metadata is not checked. */
  decoratedMethods<Metadata>(
    metadataKey: string,
    kind: 'providers' | 'controllers' = 'providers',
  ): DecoratedMethod<Metadata>[] {
    const wrappers =
      kind === 'providers' ? this.discovery.getProviders() : this.discovery.getControllers();
    return wrappers.flatMap(({ instance }) => {
      if (!instance || typeof instance !== 'object') return [];
      const prototype = Object.getPrototypeOf(instance) as Record<
        string,
        DecoratedMethod<Metadata>['handler']
      > | null;
      if (!prototype) return [];
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        if (!handler || !Reflect.hasMetadata(metadataKey, handler)) return [];
        const metadata = Reflect.getMetadata(metadataKey, handler) as Metadata;
        return [{ owner: instance.constructor as Type, name, metadata, handler, instance }];
      });
    });
  }
}
