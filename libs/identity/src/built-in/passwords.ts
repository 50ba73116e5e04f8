import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';

/** Recommended by OWASP for scrypt: the work of N 2^17, r 8, p 1 in an eighth of the memory, for bursts of sign-ins. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 64;
/** Prefix of every hash with these parameters; hashes of earlier builds begin with their salt. */
const MARK = `scrypt:${COST.N}:${COST.r}:${COST.p}:`;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${MARK}${salt}:${(await derive(password, salt)).toString('hex')}`;
}

export async function isPasswordOf({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  if (isOutdated(hash)) return verifyPassword({ hash, password });
  const [salt = '', key = ''] = hash.slice(MARK.length).split(':');
  const [stored, given] = [Buffer.from(key, 'hex'), await derive(password, salt)];
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** Whether a hash has weaker parameters; the next sign-in replaces it. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(MARK);

function derive(password: string, salt: string): Promise<Buffer> {
  const options: ScryptOptions = { ...COST, maxmem: 256 * COST.N * COST.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
