import type { ErrorCode } from '#libs/contracts';

/** A response: its status, its body as received, and the code of an error. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly code: ErrorCode | undefined;
  readonly headers: Headers;
}

/** Calls the API as one user; `token` null is a visitor. */
export class HttpClient {
  constructor(
    private readonly baseUrl: string,
    readonly token: string | null = null,
  ) {}

  as(token: string | null): HttpClient {
    return new HttpClient(this.baseUrl, token);
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    this.call('POST', path, body, headers);
  put = (path: string, body?: unknown) => this.call('PUT', path, body);
  patch = (path: string, body?: unknown) => this.call('PATCH', path, body);
  delete = (path: string) => this.call('DELETE', path);

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: asBody(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    const parsed: unknown = text === '' ? null : json ? JSON.parse(text) : text;
    return {
      status: response.status,
      body: parsed,
      code: codeOf(parsed),
      headers: response.headers,
    };
  }
}

/** Sends text and bytes unchanged, and everything else as JSON. */
const asBody = (body: unknown) =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);

function codeOf(body: unknown): ErrorCode | undefined {
  return body !== null && typeof body === 'object' && 'code' in body && 'requestId' in body
    ? (body.code as ErrorCode)
    : undefined;
}
