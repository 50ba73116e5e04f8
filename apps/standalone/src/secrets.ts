import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const secretsSchema = z.object({
  AUTH_SECRET: z.string().min(32),
  TICKET_SECRET: z.string().min(32),
});
/** In a file of their own: the one of the secrets is written once, by builds that knew no pushes too. */
const pushKeysSchema = z.object({ VAPID_PUBLIC_KEY: z.string(), VAPID_PRIVATE_KEY: z.string() });
export type Secrets = z.infer<typeof secretsSchema> & z.infer<typeof pushKeysSchema>;

/** The secrets of this data directory: generated on the first start, in files that only their owner can read. */
export async function secretsOf(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chmod(dataDir, 0o700);
  return {
    ...(await storedOnce(join(dataDir, 'secrets.json'), secretsSchema, () => ({
      AUTH_SECRET: secret(),
      TICKET_SECRET: secret(),
    }))),
    ...(await storedOnce(join(dataDir, 'push-keys.json'), pushKeysSchema, pushKeys)),
  };
}

/** What a file has; what is made for it if there is none. */
async function storedOnce<Content>(
  file: string,
  schema: z.ZodType<Content>,
  make: () => Content,
): Promise<Content> {
  const fresh = make();
  // Linked once complete, so that a process that starts at the same time never reads half of it.
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, JSON.stringify(fresh), { mode: 0o600, flush: true });
    await link(temporary, file);
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } finally {
    await rm(temporary, { force: true });
  }
}

const secret = () => randomBytes(32).toString('base64url');

function pushKeys(): z.infer<typeof pushKeysSchema> {
  const pair = createECDH('prime256v1');
  const VAPID_PUBLIC_KEY = pair.generateKeys('base64url');
  // Node leaves leading zeros of the number out
  const key = Buffer.alloc(32);
  const number = pair.getPrivateKey();
  number.copy(key, key.length - number.length);
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: key.toString('base64url') };
}
