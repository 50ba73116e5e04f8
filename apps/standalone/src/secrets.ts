import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chmod(dataDir, 0o700);
  const fresh: Secrets = { AUTH_SECRET: secret(), TICKET_SECRET: secret() };
  // Linked once complete, so that a process that starts at the same time never reads half of it.
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, JSON.stringify(fresh), { mode: 0o600, flush: true });
    await link(temporary, file);
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return secretsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } finally {
    await rm(temporary, { force: true });
  }
}

const secret = () => randomBytes(32).toString('base64url');
