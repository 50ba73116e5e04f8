import { ACCOUNT_HEADER } from '#libs/contracts';
import { ApiError, confirmSession, errorCode, readProblem } from '../api/api';
import { loadChunk, OfflineError } from '../api/chunks';
import { actingPerson, renewToken } from '../api/token';

/** Calls a route of the built-in provider. Throws ApiError or OfflineError, as `request` does. */
export async function callIdentity(path: string, body?: unknown): Promise<unknown> {
  return call(path, body, {});
}

/**
 * The same for routes that act for the signed-in account. Their session is a cookie that all tabs share, so the call
 * names the account of this page, and the server refuses it if the session is another one's.
 */
export async function callAccount(path: string, body?: unknown): Promise<unknown> {
  const person = actingPerson();
  return call(path, body, person === null ? {} : { [ACCOUNT_HEADER]: person });
}

async function call(
  path: string,
  body: unknown,
  account: Record<string, string>,
): Promise<unknown> {
  const response = await send(path, body, account);
  if (response.ok) return response.json();
  const problem = await readProblem(response);
  // the new token shows the page who is signed in now
  if (problem.code === 'ACCOUNT_CHANGED') await renewToken().catch(() => undefined);
  if (!(await confirmSession(problem.code))) throw new ApiError(problem);
  const again = await send(path, body, account);
  if (!again.ok) throw new ApiError(await readProblem(again));
  return again.json();
}

async function send(
  path: string,
  body: unknown,
  account: Record<string, string>,
): Promise<Response> {
  try {
    return await fetch(`/api/auth${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...account, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch (error) {
    throw new OfflineError(error);
  }
}

const schemas = () => loadChunk(() => import('../api/schemas'));

/** The built-in identity provider: e-mail and password, a session cookie, short-lived tokens. */
export const builtin = {
  /** Returns false if the account has two-factor authentication: there is no session until the code is entered. */
  async signIn(credentials: { email: string; password: string }): Promise<boolean> {
    const answer = await callIdentity('/sign-in/email', credentials);
    const { codeRequiredSchema } = await schemas();
    return !codeRequiredSchema.safeParse(answer).success;
  },
  async signUp(account: { name: string; email: string; password: string }): Promise<void> {
    await callIdentity('/sign-up/email', account);
  },
  async signOut(): Promise<void> {
    await callAccount('/sign-out', {});
  },
  /** Fetches a token for the cookie's session; null when there is none. */
  async token(): Promise<string | null> {
    try {
      const answer = await callIdentity('/token');
      const { identityTokenSchema } = await schemas();
      return identityTokenSchema.parse(answer).token;
    } catch (error) {
      if (errorCode(error) === 'UNAUTHENTICATED') return null;
      throw error;
    }
  },
};
