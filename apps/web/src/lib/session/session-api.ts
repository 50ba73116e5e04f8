import type { DemoRole, Role, UserDto } from '#libs/contracts';
import { ApiError, errorCode, request } from '../api/api';
import { readClaims, storedToken } from '../api/token';
import { storage, storageKeys } from '../browser/storage';
import { defineMessages } from '../text/messages';
import { builtin } from './builtin';

const text = defineMessages({ en: { suspended: 'This account is suspended.' } });

/** The signed-in user's profile from the identity provider. */
export interface SessionProfile {
  email: string;
  firstName?: string;
  lastName?: string;
  imageUrl?: string;
  /** From the sign-up tab; the server uses it once, for a new account. */
  role?: Role;
}

const schemas = () => import('../api/schemas');
const userSchema = async () => (await schemas()).userDtoSchema;
const demoSessionSchema = async () => (await schemas()).demoSessionSchema;

/** Reports to the server who signed in (docs/product.md, Calls) and returns the user. */
function initializeUser(profile: SessionProfile): Promise<UserDto> {
  const claims = readClaims(storedToken() ?? '');
  return request(userSchema, '/users/initialize', {
    method: 'POST',
    // the address exactly as in the token: the server refuses another spelling
    body: { ...profile, clerkId: claims?.sub ?? '', email: claims?.email ?? profile.email },
  });
}

/** A new token for this browser's session, of a demo account or of the built-in provider. */
export async function renewToken(): Promise<string | null> {
  const demo = demoAccount.read();
  if (demo === null) return builtin.token();
  return (await signInAsDemo(demo.role, demo.index)).token;
}

/** Throws for an account that is suspended although the server has let it in. */
function refuseSuspended(user: UserDto): void {
  if (user.status !== 'suspended') return;
  const message = text.suspended;
  const about = { type: 'about:blank', title: message, status: 403, detail: message, message };
  throw new ApiError({ ...about, code: 'USER_SUSPENDED', requestId: '' });
}

/**
 * The user of the stored token: initialised after a sign-in, fetched after a reload, or as this device keeps them if the
 * server does not answer. Throws if it is suspended.
 */
export async function loadUser(profile?: SessionProfile): Promise<UserDto> {
  const user = await findUser(profile);
  refuseSuspended(user);
  return user;
}

async function findUser(profile?: SessionProfile): Promise<UserDto> {
  if (profile !== undefined) return initializeUser(profile);
  try {
    const answer = request(userSchema, '/users/me');
    answer.catch(() => undefined); // awaited below
    const offline = await import('../offline/restore').catch(() => null);
    return await (offline?.memberOr(answer, userSchema) ?? answer);
  } catch (error) {
    const claims = readClaims(storedToken() ?? '');
    if (errorCode(error) !== 'USER_NOT_INITIALIZED' || claims?.email === undefined) throw error;
    return initializeUser({ email: claims.email, ...splitName(claims.name) });
  }
}

function splitName(name = ''): { firstName?: string; lastName?: string } {
  const [firstName, ...rest] = name.trim().split(/\s+/);
  const lastName = rest.join(' ');
  return { ...(firstName && { firstName }), ...(lastName && { lastName }) };
}

/** Signs in as a demo account; throws if it is suspended. */
export async function demoSession(role: DemoRole, index: number) {
  const session = await signInAsDemo(role, index);
  refuseSuspended(session.user);
  return session;
}

function signInAsDemo(role: DemoRole, index: number) {
  const options = { method: 'POST', body: { role, index }, anonymous: true } as const;
  return request(demoSessionSchema, '/demo/sign-in', options);
}

interface DemoAccount {
  role: DemoRole;
  index: number;
}

/** As in the contracts, whose schemas the first page does without. */
const demoRoles = {
  customer: true,
  farmer: true,
  packer: true,
  driver: true,
  admin: true,
} satisfies Record<DemoRole, true>;

function isDemoAccount(value: unknown): value is DemoAccount {
  const { role, index } = (value ?? {}) as Record<string, unknown>;
  return typeof role === 'string' && role in demoRoles && typeof index === 'number';
}

/** The demo account that this browser is signed in with. Its token is renewed by signing in again. */
export const demoAccount = {
  read(): DemoAccount | null {
    try {
      const stored: unknown = JSON.parse(storage.get(storageKeys.demoAccount) ?? 'null');
      return isDemoAccount(stored) ? stored : null;
    } catch {
      return null;
    }
  },
  write(account: DemoAccount | null): void {
    if (account === null) storage.remove(storageKeys.demoAccount);
    else storage.set(storageKeys.demoAccount, JSON.stringify(account));
  },
};
