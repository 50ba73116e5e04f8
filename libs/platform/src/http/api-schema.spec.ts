import { describe, expect, it } from '@jest/globals';
import {
  idSchema,
  orderDtoSchema,
  ordersPageSchema,
  placeOrderSchema,
  productsQuerySchema,
} from '#libs/contracts';
import { toOpenApi } from './api-schema.js';

describe('a contract in the words of OpenAPI 3.0', () => {
  it('is a plain schema without the mark of JSON Schema', () => {
    expect(toOpenApi(idSchema, 'output')).toEqual({ type: 'string', pattern: '^[0-9a-f]{24}$' });
  });

  it('marks what may be null as 3.0 does', () => {
    const { properties } = toOpenApi(orderDtoSchema, 'output') as {
      properties: Record<string, unknown>;
    };
    expect(properties.notes).toMatchObject({ type: 'string', nullable: true });
    expect(JSON.stringify(properties)).not.toContain('"type":"null"');
  });

  it('refuses unknown keys where the contract does', () => {
    expect(toOpenApi(placeOrderSchema, 'input')).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['items', 'address'],
    });
  });

  it('requires of an answer what it always has, and of a query what it needs', () => {
    expect(toOpenApi(ordersPageSchema, 'output')).toMatchObject({
      required: ['orders', 'nextCursor', 'total'],
    });
    expect(toOpenApi(productsQuerySchema, 'input').required ?? []).toEqual([]);
  });
});
