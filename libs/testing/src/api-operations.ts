import type { OpenAPIObject } from '@nestjs/swagger';
import type { HttpClient } from './http-client.js';

/** The subset of JSON schema that the marketplace's OpenAPI document uses. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** A parameter in a path, a query or a header. */
export interface ApiParameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** One operation of the API. */
export interface ApiOperation {
  /** Such as `GET /orders/{id}`. */
  readonly name: string;
  readonly method: string;
  /** Without the prefix of the API. */
  readonly path: string;
  readonly operationId: string | undefined;
  /** The accepted security schemes; undefined if the operation is public. */
  readonly security: unknown;
  readonly parameters: readonly ApiParameter[];
  readonly query: readonly ApiParameter[];
  /** The schema of its JSON body; undefined if it has none. */
  readonly body: Schema | undefined;
  /** Its responses by status. */
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Fetches the OpenAPI document that the marketplace serves. */
export async function apiDocument(client: HttpClient): Promise<OpenAPIObject> {
  const { body, status } = await client.get('/openapi.json');
  if (status !== 200) throw new Error(`GET /openapi.json failed: ${status}`);
  return body as OpenAPIObject;
}

/** Every operation of the OpenAPI document that the marketplace serves. */
export async function apiOperations(client: HttpClient): Promise<ApiOperation[]> {
  const { paths } = await apiDocument(client);
  return Object.entries(paths).flatMap(([full, item]) => {
    const path = full.replace(/^\/api\/v1/, '');
    return METHODS.flatMap((method) => {
      const operation = item[method] as OperationObject | undefined;
      if (!operation) return [];
      const { operationId, security, parameters = [], requestBody, responses } = operation;
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        operationId,
        security,
        parameters,
        query: parameters.filter((parameter) => parameter.in === 'query'),
        body: requestBody?.content['application/json']?.schema,
        responses,
      };
    });
  });
}

interface OperationObject extends Pick<ApiOperation, 'responses'> {
  readonly operationId?: string;
  readonly security?: unknown;
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly content: Content };
}

const WORDS = [
  'word',
  'f'.repeat(24),
  '2026-06-01T08:00:00.000Z',
  '2026-06-01',
  'somebody@example.test',
  '/produce/carrot.svg',
  '+1 555 010 0100',
];

/** The smallest value that a schema accepts; `ids` returns a valid id for a field of this name. */
export function sampleOf(schema: Schema, ids: (field: string) => string, field = ''): unknown {
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return sampleOf(choice, ids, field);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, child]) => [name, sampleOf(child, ids, name)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        sampleOf(schema.items ?? {}, ids, field),
      );
    case 'string':
      return stringOf(schema, ids(field));
    case 'integer':
    case 'number':
      return (schema.minimum ?? 1) + (schema.exclusiveMinimum ? 1 : 0);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function stringOf({ pattern, minLength = 0 }: Schema, id: string): string {
  if (pattern === undefined)
    return WORDS.find((word) => word.length >= minLength) ?? 'w'.repeat(minLength);
  const fits = new RegExp(pattern);
  return [id, ...WORDS].find((word) => fits.test(word)) ?? 'word';
}
