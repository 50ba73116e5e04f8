import type * as z from 'zod/mini';
import { type ErrorCode, type Problem, problemSchema } from '#libs/contracts';

export interface FakeCall {
  method: string;
  /** Without query, from the root: `/api/v1/products`. */
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  /** Values of the pattern's `:names`. */
  params: Record<string, string>;
}
export interface FakeAnswer {
  status: number;
  body: unknown;
}
export type Handler = (call: FakeCall) => FakeAnswer;

/** An error answer as the server gives it. */
export function problem(code: ErrorCode, status: number, more: Partial<Problem> = {}): FakeAnswer {
  const message = more.message ?? code;
  const body = { type: 'about:blank', title: code, status, detail: message, message, code };
  return { status, body: problemSchema.parse({ ...body, requestId: 'req-fake-1', ...more }) };
}

/** An answer that the contract has seen: a fixture that drifts from the API fails here. */
export function ok<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: z.input<Schema>,
  status = 200,
) {
  return { status, body: schema.parse(body) };
}
