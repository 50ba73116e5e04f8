import type * as z from 'zod/mini';
import { type ErrorCode, type Problem, problemSchema } from '#libs/contracts';

export interface FakeCall {
  method: string;
  /** The full path without query: `/api/v1/products`. */
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  /** Values of the route's `:params`. */
  params: Record<string, string>;
}
export interface FakeResponse {
  status: number;
  body: unknown;
}
export type Handler = (call: FakeCall) => FakeResponse | Promise<FakeResponse>;

/** A problem+json response like the server's. */
export function problem(
  code: ErrorCode,
  status: number,
  more: Partial<Problem> = {},
): FakeResponse {
  const message = more.message ?? code;
  const body = { type: 'about:blank', title: code, status, detail: message, message, code };
  return { status, body: problemSchema.parse({ ...body, requestId: 'req-fake-1', ...more }) };
}

/** A response parsed by its contract: fails where a fixture differs from the API. */
export function ok<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: z.input<Schema>,
  status = 200,
) {
  return { status, body: schema.parse(body) };
}
