import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

export type PasswordCost = Readonly<Record<'N' | 'r' | 'p', number>>;

/** Recommended by OWASP for scrypt: the work of N 2^17, r 8, p 1 in an eighth of the memory, for bursts of sign-ins. */
const OWASP: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 64;

/** Hashes and verifies passwords. Only tests, which do so hundreds of times, pass another cost. */
export function passwordHashing(cost = OWASP) {
  const { N, r, p } = cost;
  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(16).toString('hex');
      const key = await derive(cost, password, salt);
      return `scrypt:${N}:${r}:${p}:${salt}:${key.toString('hex')}`;
    },
    /** With the parameters in the hash, so that it stays valid when the cost changes. */
    async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
      const [, N, r, p, salt = '', key = ''] = hash.split(':');
      const given = await derive({ N: Number(N), r: Number(r), p: Number(p) }, password, salt);
      const stored = Buffer.from(key, 'hex');
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
