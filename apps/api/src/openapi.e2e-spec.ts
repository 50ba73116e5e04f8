import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiOperation, apiDocument, apiOperations, Marketplace } from '#libs/testing';

describe('the OpenAPI document', () => {
  let market: Marketplace;
  let document: Awaited<ReturnType<typeof apiDocument>>;
  let operations: ApiOperation[];
  beforeAll(async () => {
    market = await Marketplace.open();
    document = await apiDocument(market.visitor);
    operations = await apiOperations(market.visitor);
  });
  afterAll(() => market.close());

  it('is OpenAPI 3.0, with one prefix and the security scheme', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.0\.\d$/),
      info: { title: 'Farmgate', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
  });

  it('has every route once, with an operation id of its own', () => {
    expect(operations.length).toBeGreaterThan(25);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(operations.length);
    expect(ids).not.toContain(undefined);
  });

  it('has every placeholder of a path, and no other', () => {
    for (const { name, path, parameters } of operations) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect([name, declared.map((parameter) => parameter.name)]).toEqual([name, placeholders]);
      expect(declared.every(({ required }) => required === true)).toBe(true);
    }
  });

  it('has the response of every route, and the body of every route that writes', () => {
    const bodiless = [
      'POST /realtime/ticket',
      'POST /webhooks/clerk',
      'POST /farms/mine/application',
      'POST /orders/{id}/buy-again',
      'POST /feeds',
      'PUT /favourites/products/{id}',
      'PUT /favourites/farms/{id}',
      'POST /analytics/recount',
      'POST /admin/stock-check',
      'POST /admin/money/check',
      'POST /admin/jobs/{queue}/{id}/retry',
      'POST /admin/jobs/{queue}/retry',
      'POST /products/{id}/duplicate',
      'POST /checkout/payments/{id}/confirm',
      'POST /webhooks/cards',
      'POST /farms/mine/payouts/onboard',
      // Takes a picture, not JSON.
      'POST /uploads/pictures',
    ];
    const plain = [
      'GET /health/live',
      'GET /health/ready',
      'POST /webhooks/clerk',
      'POST /webhooks/cards',
      'DELETE /cards/{reference}',
      'POST /test-cards/challenges',
      'GET /users/me/archive',
      'POST /users/me/deletion',
      'GET /audit-log.csv',
      'GET /orders.csv',
      'GET /orders/{id}/calendar.ics',
      'GET /feeds/{file}',
      'GET /farms/mine/products.csv',
      'GET /farms/mine/statements/{month}/entries.csv',
      'GET /products/{id}/stock-ledger.csv',
    ];
    for (const { name, method, body, responses } of operations) {
      const successes = Object.entries(responses).filter(([status]) => /^2\d\d$/.test(status));
      expect([name, successes.length]).toEqual([name, 1]);
      const schema = successes[0]?.[1].content?.['application/json']?.schema;
      expect([name, schema !== undefined]).toEqual([name, !plain.includes(name)]);
      const writes = ['POST', 'PUT', 'PATCH'].includes(method);
      const takes = writes && !bodiless.includes(name);
      expect([name, body !== undefined]).toEqual([name, takes]);
    }
  });

  it('has only schemas that OpenAPI 3.0 can express', () => {
    const faults: string[] = [];
    const known = ['string', 'number', 'integer', 'boolean', 'array', 'object', undefined];
    const walk = (schema: unknown, at: string): void => {
      if (schema === null || typeof schema !== 'object') return;
      const node = schema as Record<string, unknown>;
      if (!known.includes(node.type as string)) faults.push(`${at}: type ${String(node.type)}`);
      if (node.type === 'array' && !node.items) faults.push(`${at}: an array of nothing`);
      for (const word of ['$schema', 'const', '$defs', 'prefixItems', 'propertyNames', 'examples'])
        if (word in node) faults.push(`${at}: ${word}`);
      if ('exclusiveMinimum' in node && typeof node.exclusiveMinimum !== 'boolean')
        faults.push(`${at}: exclusiveMinimum is no boolean`);
      const properties = (node.properties ?? {}) as Record<string, unknown>;
      for (const name of (node.required ?? []) as string[])
        if (!(name in properties)) faults.push(`${at}: requires ${name}, which it does not have`);
      for (const [name, child] of Object.entries(properties)) walk(child, `${at}.${name}`);
      for (const word of ['items', 'additionalProperties', 'not'])
        walk(node[word], `${at}/${word}`);
      for (const word of ['anyOf', 'oneOf', 'allOf'])
        for (const [n, child] of ((node[word] ?? []) as unknown[]).entries())
          walk(child, `${at}/${word}${n}`);
    };
    for (const { name, parameters, body, responses } of operations) {
      for (const parameter of parameters) {
        if (!parameter.schema) faults.push(`${name} ?${parameter.name}: no schema`);
        walk(parameter.schema, `${name} ?${parameter.name}`);
      }
      walk(body, `${name} body`);
      for (const [status, { content }] of Object.entries(responses))
        walk(content?.['application/json']?.schema, `${name} ${status}`);
    }
    expect(faults).toEqual([]);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(references.map(([, target]) => target)).toEqual([]);
  });

  it('has bodies without additional properties, at every depth', () => {
    const open: string[] = [];
    const walk = (schema: unknown, at: string): void => {
      if (schema === null || typeof schema !== 'object') return;
      const node = schema as Record<string, unknown>;
      const { additionalProperties: others, properties } = node;
      // A record by id declares the schema of its values; every other object has to forbid additional properties.
      if (node.type === 'object' && others !== false && typeof others !== 'object') open.push(at);
      for (const [name, child] of Object.entries(properties ?? {})) walk(child, `${at}.${name}`);
      for (const inner of [node.items, others]) walk(inner, `${at}[]`);
      for (const word of ['anyOf', 'oneOf', 'allOf'])
        for (const child of (node[word] ?? []) as unknown[]) walk(child, at);
    };
    for (const { name, body } of operations) walk(body, name);
    expect(open).toEqual([]);
  });
});
