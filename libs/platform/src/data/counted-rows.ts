import { Injectable, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { CountedRows } from '#libs/contracts';
import type { ClientSession } from './transactions.js';

const COUNTS = 'farmgate:counted-rows';

type Subject = keyof CountedRows;
type Reader<Name extends Subject> = (session: ClientSession) => AsyncIterable<CountedRows[Name]>;

/**
 * Marks the method by which a slice tells of everything it has, row by row, as it stands in the caller's
 * transaction: `async *rows(session)`. Whoever recounts needs the truth, and may not read it behind a door.
 */
export const CountedBy = <Name extends Subject>(subject: Name) =>
  SetMetadata(COUNTS, subject) as <Method extends Reader<Name>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ) => void;

/** Finds the `@CountedBy` methods of this process. */
@Injectable()
export class CountedSources {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Every row of a subject; throws where no slice of this process has it. */
  rows<Name extends Subject>(
    subject: Name,
    session: ClientSession,
  ): AsyncIterable<CountedRows[Name]> {
    for (const { instance } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object') continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, Reader<Name>> | null;
      for (const method of prototype ? this.scanner.getAllMethodNames(prototype) : []) {
        const reader = prototype?.[method];
        if (reader && Reflect.getMetadata(COUNTS, reader) === subject)
          return reader.call(instance, session);
      }
    }
    throw new Error(`no slice of this process offers its ${subject} to be counted`);
  }
}
