import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';

export type PasswordCost = Readonly<Record<'N' | 'r' | 'p', number>>;

/** Recommended by OWASP for scrypt: the work of N 2^17, r 8, p 1 in an eighth of the memory, for bursts of sign-ins. */
const OWASP: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 64;

/** Hashes and verifies passwords. Only tests, which do so hundreds of times, pass another cost. */
export function passwordHashing(cost = OWASP) {
  /** Prefix of every hash with these parameters; hashes of earlier builds begin with their salt. */
  const mark = `scrypt:${cost.N}:${cost.r}:${cost.p}:`;
  /** Whether a hash has weaker parameters; the next sign-in replaces it. */
  const isOutdated = (hash: string): boolean => !hash.startsWith(mark);
  return {
    isOutdated,
    async hash(password: string): Promise<string> {
      const salt = randomBytes(16).toString('hex');
      return `${mark}${salt}:${(await derive(cost, password, salt)).toString('hex')}`;
    },
    async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
      if (isOutdated(hash)) return verifyPassword({ hash, password });
      const [salt = '', key = ''] = hash.slice(mark.length).split(':');
      const [stored, given] = [Buffer.from(key, 'hex'), await derive(cost, password, salt)];
      return stored.length === given.length && timingSafeEqual(stored, given);
    },
  };
}

function derive(cost: PasswordCost, password: string, salt: string): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
