import { ApiResponse } from '@nestjs/swagger';
import * as z from 'zod';
import type * as core from 'zod/v4/core';

/** A contract as OpenAPI writes schemas; `io` says whether it is read (input) or written (output). */
export function toOpenApi(schema: core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
  });
  return rest;
}

/** Declares what a route answers, by its contract, for the OpenAPI document. */
export function ApiSchema(schema: core.$ZodType, status = 200): MethodDecorator {
  return ApiResponse({ status, schema: toOpenApi(schema, 'output') });
}
