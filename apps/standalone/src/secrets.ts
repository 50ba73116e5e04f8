import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const secretsSchema = z.object({
  AUTH_SECRET: z.string().min(32),
  TICKET_SECRET: z.string().min(32),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of this data directory: generated on the first start, in a file that only its owner can read. */
export async function secretsOf(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  await mkdir(dataDir, { recursive: true });
  const fresh: Secrets = { AUTH_SECRET: secret(), TICKET_SECRET: secret() };
  try {
    await writeFile(file, JSON.stringify(fresh), { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return secretsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  }
}

const secret = () => randomBytes(32).toString('base64url');
