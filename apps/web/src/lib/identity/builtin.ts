import * as z from 'zod/mini';
import { OfflineError } from '../api';

/** The built-in identity provider refused; `code` is its own. */
export class IdentityError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'IdentityError';
    this.code = code;
  }
}

const refusalSchema = z.object({
  code: z.optional(z.string()),
  message: z.optional(z.string()),
});
const tokenSchema = z.object({ token: z.string() });

async function call(path: string, body?: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`/api/auth${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch (error) {
    throw new OfflineError(error);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const refusal = refusalSchema.safeParse(answer);
  const { code, message } = refusal.success ? refusal.data : {};
  throw new IdentityError(code ?? `HTTP_${response.status}`, message ?? response.statusText);
}

/** The provider that ships with the server: e-mail and password, a session cookie, short-lived tokens. */
export const builtin = {
  async signIn(credentials: { email: string; password: string }): Promise<void> {
    await call('/sign-in/email', credentials);
  },
  async signUp(account: { name: string; email: string; password: string }): Promise<void> {
    await call('/sign-up/email', account);
  },
  async signOut(): Promise<void> {
    await call('/sign-out', {});
  },
  /** A new token of the cookie's session, or null when there is none. */
  async token(): Promise<string | null> {
    try {
      return tokenSchema.parse(await call('/token')).token;
    } catch (error) {
      if (error instanceof IdentityError && /^HTTP_4|UNAUTHORIZED/.test(error.code)) return null;
      throw error;
    }
  },
};
