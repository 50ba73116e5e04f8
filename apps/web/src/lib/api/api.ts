import type * as z from 'zod/mini';
import type { Problem } from '#libs/contracts';
import { libText } from '../text/texts';
import { loadChunk, OfflineError } from './chunks';
import { recordServerClock } from './server-clock';
import { currentToken, renewToken, storedToken } from './token';

const BASE = '/api/v1';

/** An error response of the API; `problem.code` is the reason. */
export class ApiError extends Error {
  readonly problem: Problem;
  /** Milliseconds that the server asks to wait before the next call. */
  readonly retryAfterMs: number;
  constructor(problem: Problem, retryAfterMs = 0) {
    super(problem.message);
    this.name = 'ApiError';
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

let onSuspended: () => void = () => undefined;

/** Sets the handler for calls that are refused because the account is suspended; called by the session. */
export function setSuspensionHandler(handler: () => void): void {
  onSuspended = handler;
}

/** The error for a response to a call with this token. Signs a suspended account out, whatever the call was for. */
export async function responseError(
  response: ErrorResponse,
  token: string | null,
): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  const error = new ApiError(await readProblem(response), (retryAfter || 0) * 1_000);
  // a late response to a call of an earlier session must not end this one
  if (error.problem.code === 'USER_SUSPENDED' && token !== null && token === storedToken())
    onSuspended();
  return error;
}

/** Whether an error is a 4xx response: a retry would fail in the same way. */
export function isClientError(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status < 500;
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  query?: Record<string, string | number | boolean | null | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
  /** Whether no token is sent or renewed: for calls that fetch one, for which a renewal would wait. */
  anonymous?: boolean;
}

/**
 * Calls the API and parses the response with its contract, which can be loaded during the call. Throws ApiError for an error response, OfflineError if there is no response, and zod's error if the response breaks the contract.
 */
export async function request<Schema extends z.ZodMiniType>(
  schema: Schema | (() => Promise<Schema>),
  path: string,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  const loaded = Promise.resolve(typeof schema === 'function' ? loadChunk(schema) : schema);
  loaded.catch(() => undefined); // awaited below, unless the call fails
  const response = await call(path, options);
  const body: unknown = response.status === 204 ? undefined : await response.json();
  return (await loaded).parse(body);
}

/** Fetches a file with the user's token; throws as {@link request} does. */
export async function requestFile(path: string, options: RequestOptions = {}): Promise<Blob> {
  return (await call(path, options)).blob();
}

async function call(path: string, options: RequestOptions): Promise<Response> {
  const { anonymous = false } = options;
  let token = anonymous ? null : await currentToken();
  let response = await send(path, options, token);
  if (response.status === 401 && !anonymous) {
    const renewed = await renewToken().catch(() => null);
    if (renewed !== null) {
      token = renewed;
      response = await send(path, options, token);
    }
  }
  // a call can require the password and then a code
  while (!response.ok) {
    const error = await responseError(response, token);
    if (!(await confirmSession(error.problem.code))) throw error;
    token = await currentToken();
    response = await send(path, options, token);
  }
  return response;
}

function address(path: string, query: RequestOptions['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`;
}

async function send(
  path: string,
  options: RequestOptions,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  const sentAt = performance.now();
  try {
    const response = await fetch(address(path, options.query), {
      method: options.method ?? 'GET',
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
      keepalive: options.keepalive,
    });
    // no answer of the API comes from a cache without being revalidated, which renews its date
    recordServerClock(Date.parse(response.headers.get('date') ?? ''), 1_000, sentAt);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new OfflineError(error);
  }
}

/** The parts of a response that {@link readProblem} needs. */
interface ErrorResponse extends Pick<Response, 'status' | 'statusText' | 'json'> {
  readonly headers: Pick<Headers, 'get'>;
}

/** The problem in an error response; a generic one if the body is not problem+json. */
export async function readProblem(response: ErrorResponse): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const { problemSchema } = await loadChunk(() => import('./schemas'));
  const parsed = problemSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  // a proxy's error page, or a server that is starting
  return {
    type: 'about:blank',
    title: response.statusText || libText.serverError,
    status: response.status,
    detail: libText.unexpectedResponse,
    message: libText.serverUnavailable,
    code: response.status >= 500 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL',
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

/** An error's code, or null when it did not come from the API. */
export function errorCode(error: unknown): Problem['code'] | null {
  return error instanceof ApiError ? error.problem.code : null;
}

/** What the user enters again: the password, or a code of the second factor. */
export type AskedProof = 'password' | 'code';

/** Asks the user for a proof again; resolves to whether they entered it. */
type AskUser = (proof: AskedProof) => Promise<boolean>;

const askedFor: Partial<Record<Problem['code'], AskedProof>> = {
  SESSION_NOT_RECENT: 'password',
  SECOND_FACTOR_NOT_RECENT: 'code',
};

let ask: AskUser | null = null;
let asked: Promise<boolean> | null = null;

/** Sets the function that asks the user; returns a function that removes it. */
export function setSessionConfirmation(next: AskUser): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/**
 * Asks for the proof that a refused call lacks; resolves to whether it was entered. Concurrent calls share one question.
 */
export function confirmSession(refusal: Problem['code']): Promise<boolean> {
  const proof = askedFor[refusal];
  if (proof === undefined) return Promise.resolve(false);
  asked ??= (ask?.(proof) ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}

interface Steps {
  /** Milliseconds before the second attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds before the next attempt: the server's `Retry-After` plus a delay, which doubles with each failure and is
 * random within a factor of three, so that pages that failed together do not retry together.
 */
export function backoffMs({ firstMs, maxMs }: Steps, failures: number, error: unknown): number {
  const delay = Math.min(firstMs * 2 ** Math.max(0, failures - 1), maxMs);
  const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : 0;
  return retryAfterMs + delay * (0.5 + Math.random());
}
