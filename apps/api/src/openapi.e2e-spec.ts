import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Role } from '#libs/contracts';
import { type HttpClient, Marketplace } from '#libs/testing';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: {
    operationId?: string;
    security?: unknown;
    parameters?: { in: string; name: string; required?: boolean; schema?: unknown }[];
    requestBody?: { content: Record<string, { schema?: unknown }> };
    responses: Record<
      string,
      { description?: string; content?: Record<string, { schema?: unknown }> }
    >;
  };
}

/** Who may call what, written out: a new route, or a route opened wider, has to be decided here once more. */
const everyone: Role[] = ['customer', 'farmer', 'admin'];
const rules: Record<string, 'public' | 'token' | Role[]> = {
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /settings/public': 'public',
  'POST /realtime/ticket': 'public',
  'POST /webhooks/clerk': 'public',
  'GET /farms': 'public',
  'GET /farms/{slug}': 'public',
  'GET /farms/{slug}/reviews': 'public',
  'GET /products/{id}/reviews': 'public',
  'GET /reviews/featured': 'public',
  'GET /reviews': ['admin'],
  'GET /reviews/mine': ['customer'],
  'GET /reviews/mine/waiting': ['customer'],
  'GET /farms/mine/reviews': ['farmer'],
  'POST /reviews': ['customer'],
  'PATCH /reviews/{id}': ['customer'],
  'DELETE /reviews/{id}': ['customer'],
  'PUT /reviews/{id}/reply': ['farmer'],
  'PATCH /reviews/{id}/moderation': ['admin'],
  'GET /favourites': ['customer'],
  'GET /favourites/products': ['customer'],
  'GET /favourites/farms': ['customer'],
  'PUT /favourites/products/{id}': ['customer'],
  'DELETE /favourites/products/{id}': ['customer'],
  'PUT /favourites/farms/{id}': ['customer'],
  'DELETE /favourites/farms/{id}': ['customer'],
  'POST /farms/mine/holiday': ['farmer'],
  'DELETE /farms/mine/holiday': ['farmer'],
  'GET /products': 'public',
  'GET /products/rails': 'public',
  'GET /products/{id}': 'public',
  'GET /products/{id}/related': 'public',
  'GET /search/suggestions': 'public',
  'POST /users/initialize': 'token',
  'GET /users/me': everyone,
  'PATCH /users/me': everyone,
  'GET /users/me/addresses': everyone,
  'POST /users/me/addresses': everyone,
  'PATCH /users/me/addresses/{id}': everyone,
  'DELETE /users/me/addresses/{id}': everyone,
  'GET /auth/me': everyone,
  'GET /users': ['admin'],
  'PATCH /users/{id}/status': ['admin'],
  'POST /contact': 'public',
  'GET /contact-messages': ['admin'],
  'PATCH /contact-messages/{id}': ['admin'],
  'GET /inbox': everyone,
  'POST /inbox/read': everyone,
  'PATCH /farms/mine': ['farmer'],
  'POST /farms/mine/application': ['farmer'],
  'GET /farm-applications': ['admin'],
  'PATCH /farms/{id}/decision': ['admin'],
  'GET /audit-log': ['admin'],
  'GET /audit-log.csv': ['admin'],
  'GET /admin/queues': ['admin'],
  'GET /admin/jobs': ['admin'],
  'GET /admin/jobs/{queue}/{id}': ['admin'],
  'POST /admin/jobs/{queue}/{id}/retry': ['admin'],
  'DELETE /admin/jobs/{queue}/{id}': ['admin'],
  'POST /admin/jobs/{queue}/retry': ['admin'],
  'GET /users/stats': ['admin'],
  'GET /orders/stats': ['admin'],
  'GET /products/stats': ['admin'],
  'GET /analytics/sales': ['admin'],
  'POST /analytics/recount': ['admin'],
  'GET /farms/mine/stats': ['farmer'],
  'GET /farms/mine': ['farmer'],
  'GET /farms/mine/products': ['farmer'],
  'GET /farms/mine/products/{id}': ['farmer'],
  'GET /farms/mine/products.csv': ['farmer'],
  'GET /admin/products': ['admin'],
  'POST /products': ['farmer'],
  'POST /products/{id}/duplicate': ['farmer'],
  'POST /uploads/pictures': ['farmer', 'admin'],
  'PATCH /products/{id}': ['farmer', 'admin'],
  'POST /products/{id}/stock': ['farmer', 'admin'],
  'GET /products/{id}/stock-ledger': ['farmer', 'admin'],
  'GET /products/{id}/stock-ledger.csv': ['farmer', 'admin'],
  'GET /cart': ['customer'],
  'DELETE /cart': ['customer'],
  'PUT /cart/items/{productId}': ['customer'],
  'POST /cart/merge': ['customer'],
  'POST /cart/acknowledge': ['customer'],
  'POST /checkout/holds': ['customer'],
  'GET /checkout/holds/current': ['customer'],
  'DELETE /checkout/holds/{id}': ['customer'],
  'GET /admin/stock-check': ['admin'],
  'POST /admin/stock-check': ['admin'],
  'POST /orders': ['customer'],
  'GET /orders': everyone,
  'GET /orders/{id}': everyone,
  'GET /orders.csv': ['farmer', 'admin'],
  'GET /orders/{id}/packing-slip': ['farmer'],
  'POST /orders/{id}/buy-again': ['customer'],
  'GET /farms/mine/pick-list': ['farmer'],
  'PATCH /orders/{id}/parts/{partId}': everyone,
};

describe('the API', () => {
  let market: Marketplace;
  let document: OpenAPIObject;
  let operations: Operation[];
  beforeAll(async () => {
    market = await Marketplace.open();
    const { body, status } = await market.visitor.get('/openapi.json');
    expect(status).toBe(200);
    document = body as OpenAPIObject;
    operations = Object.entries(document.paths).flatMap(([full, item]) =>
      METHODS.filter((method) => method in item).map((method) => {
        const path = full.replace(/^\/api\/v1/, '');
        const name = `${method.toUpperCase()} ${path}`;
        return {
          name,
          method: method.toUpperCase(),
          path,
          body: item[method] as Operation['body'],
        };
      }),
    );
  });
  afterAll(() => market.close());

  describe('describes itself', () => {
    it('as OpenAPI 3.0, under one prefix, with the way to sign in', () => {
      expect(document).toMatchObject({
        openapi: expect.stringMatching(/^3\.0\.\d$/),
        info: { title: 'Farmgate', version: '1' },
        components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      });
      expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual(
        [],
      );
    });

    it('with every route once, under a name of its own, and nothing that has no rule here', () => {
      expect(operations.length).toBeGreaterThan(25);
      expect(operations.map(({ name }) => name).filter((name) => !rules[name])).toEqual([]);
      const ids = operations.map(({ body }) => body.operationId);
      expect(new Set(ids).size).toBe(operations.length);
      expect(ids).not.toContain(undefined);
    });

    it('with every placeholder of a path, and no other', () => {
      for (const { name, path, body } of operations) {
        const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word);
        const declared = (body.parameters ?? []).filter((parameter) => parameter.in === 'path');
        expect([name, declared.map((parameter) => parameter.name)]).toEqual([name, placeholders]);
        expect(declared.every(({ required }) => required === true)).toBe(true);
      }
    });

    it('with what every route answers, and what those take that write', () => {
      const bodiless = [
        'POST /realtime/ticket',
        'POST /webhooks/clerk',
        'POST /farms/mine/application',
        'POST /orders/{id}/buy-again',
        'PUT /favourites/products/{id}',
        'PUT /favourites/farms/{id}',
        'POST /analytics/recount',
        'POST /admin/stock-check',
        'POST /admin/jobs/{queue}/{id}/retry',
        'POST /admin/jobs/{queue}/retry',
        'POST /products/{id}/duplicate',
        // Takes a picture and no JSON.
        'POST /uploads/pictures',
      ];
      const plain = [
        'GET /health/live',
        'GET /health/ready',
        'POST /webhooks/clerk',
        'GET /audit-log.csv',
        'GET /orders.csv',
        'GET /farms/mine/products.csv',
        'GET /products/{id}/stock-ledger.csv',
      ];
      for (const { name, method, body } of operations) {
        const successes = Object.entries(body.responses).filter(([status]) =>
          /^2\d\d$/.test(status),
        );
        expect([name, successes.length]).toEqual([name, 1]);
        const schema = successes[0]?.[1].content?.['application/json']?.schema;
        expect([name, schema !== undefined]).toEqual([name, !plain.includes(name)]);
        const takes = ['POST', 'PUT', 'PATCH'].includes(method) && !bodiless.includes(name);
        const taken = body.requestBody?.content['application/json']?.schema;
        expect([name, taken !== undefined]).toEqual([name, takes]);
      }
    });

    it('in schemas that OpenAPI 3.0 has words for', () => {
      const faults: string[] = [];
      const known = ['string', 'number', 'integer', 'boolean', 'array', 'object', undefined];
      const walk = (schema: unknown, at: string): void => {
        if (schema === null || typeof schema !== 'object') return;
        const node = schema as Record<string, unknown>;
        if (!known.includes(node.type as string)) faults.push(`${at}: type ${String(node.type)}`);
        if (node.type === 'array' && !node.items) faults.push(`${at}: an array of nothing`);
        for (const word of [
          '$schema',
          'const',
          '$defs',
          'prefixItems',
          'propertyNames',
          'examples',
        ])
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
      for (const { name, body } of operations) {
        for (const parameter of body.parameters ?? []) {
          if (!parameter.schema) faults.push(`${name} ?${parameter.name}: no schema`);
          walk(parameter.schema, `${name} ?${parameter.name}`);
        }
        walk(body.requestBody?.content['application/json']?.schema, `${name} body`);
        for (const [status, { content }] of Object.entries(body.responses))
          walk(content?.['application/json']?.schema, `${name} ${status}`);
      }
      expect(faults).toEqual([]);
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
      expect(references.map(([, target]) => target)).toEqual([]);
    });

    it('with a token wanted exactly where one is needed', () => {
      for (const { name, body } of operations)
        expect([name, body.security]).toEqual([
          name,
          rules[name] === 'public' ? undefined : [{ bearer: [] }],
        ]);
    });
  });

  describe('lets in', () => {
    const call = (client: HttpClient, { method, path }: Operation) =>
      client.call(
        method,
        path.replace(/\{slug\}/, 'nowhere').replace(/\{\w+\}/g, 'f'.repeat(24)),
        ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined,
      );
    const SHUT = ['UNAUTHENTICATED', 'TOKEN_INVALID', 'USER_NOT_INITIALIZED', 'FORBIDDEN'];

    it('visitors to what is public, and nowhere else', async () => {
      for (const operation of operations) {
        const { code } = await call(market.visitor, operation);
        const open = rules[operation.name] === 'public';
        expect([operation.name, code === 'UNAUTHENTICATED']).toEqual([operation.name, !open]);
      }
    });

    it('nobody with a forged token to what is not public', async () => {
      for (const operation of operations.filter(({ name }) => rules[name] !== 'public'))
        expect([operation.name, (await call(market.visitor.as('forged'), operation)).code]).toEqual(
          [operation.name, 'TOKEN_INVALID'],
        );
    });

    it('those who only have a token to what makes them a user', async () => {
      for (const operation of operations.filter(({ name }) => rules[name] !== 'public')) {
        const { code } = await call(market.visitor.as('test-stranger'), operation);
        const open = rules[operation.name] === 'token';
        expect([operation.name, code === 'USER_NOT_INITIALIZED']).toEqual([operation.name, !open]);
      }
    });

    it.each(everyone)('a %s where it is for them, and nowhere else', async (role) => {
      const { client } = await market.person(role);
      for (const operation of operations) {
        const rule = rules[operation.name];
        const { code } = await call(client, operation);
        const open = !Array.isArray(rule) || rule.includes(role);
        const shut = code !== undefined && SHUT.includes(code);
        expect([operation.name, shut]).toEqual([operation.name, !open]);
        if (!open) expect([operation.name, code]).toEqual([operation.name, 'FORBIDDEN']);
      }
    });

    it.each(everyone)('no suspended %s, except as a visitor', async (role) => {
      const boss = await market.person('admin');
      const { client, user } = await market.person(role);
      const path = `/users/${user._id}/status`;
      const suspend = { status: 'suspended', reason: 'Because' };
      expect((await boss.client.patch(path, suspend)).status).toBe(200);
      for (const operation of operations.filter(({ name }) => Array.isArray(rules[name])))
        expect([operation.name, (await call(client, operation)).code]).toEqual([
          operation.name,
          'USER_SUSPENDED',
        ]);
    });

    it('nobody by a rule that is not written in the header', async () => {
      const { client } = await market.person('admin');
      for (const authorization of ['', 'Bearer', `Basic ${client.token}`, `${client.token}`]) {
        const { status } = await market.visitor.call('GET', '/users', undefined, { authorization });
        expect([authorization, status]).toEqual([authorization, 401]);
      }
    });
  });
});
