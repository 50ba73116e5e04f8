import { ApiResponse } from '@nestjs/swagger';
import * as z from 'zod';
import type * as core from 'zod/v4/core';
import { TOTAL_MAX, totalSchema } from '#libs/contracts';

const TOTAL = `How many there are in all, counted up to ${TOTAL_MAX}: a greater number means that there are more.`;

/** Converts a contract to an OpenAPI schema; `io` says whether it is read (input) or written (output). */
export function toOpenApi(schema: core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === totalSchema) jsonSchema.description = TOTAL;
    },
  });
  return rest;
}

const undescribed: (() => void)[] = [];

/** Declares a route's response by its contract, for the OpenAPI document. */
export function ApiSchema(schema: core.$ZodType, status = 200): MethodDecorator {
  return (...of) => {
    undescribed.push(
      () => void ApiResponse({ status, schema: toOpenApi(schema, 'output') })(...of),
    );
  };
}

/** Converts the contracts of all routes to OpenAPI schemas. Deferred, because few processes ever serve the document. */
export function describeAnswers(): void {
  for (const describe of undescribed.splice(0)) describe();
}
