import { createECDH } from 'node:crypto';
import * as z from 'zod';
import { configToken, platformConfigSchema } from '#libs/platform';

/** The push services of Chrome, Edge, Firefox and Safari. */
const KNOWN_HOSTS =
  'fcm.googleapis.com, updates.push.services.mozilla.com, *.notify.windows.com, *.push.apple.com';
const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const HOSTS_EXPECTED =
  'it must be names of hosts such as push.example or *.push.example, separated by commas';
const isLocal = (entry: string) => /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(entry);

const key = (bytes: number, what: string) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      `it must be ${what} in base64url, such as from \`npx web-push generate-vapid-keys\``,
    )
    .optional();

export const pushConfigSchema = z
  .object({
    NODE_ENV: platformConfigSchema.shape.NODE_ENV,
    /** The key pair by which push services know this shop (VAPID); without it nothing is pushed. */
    VAPID_PUBLIC_KEY: key(65, 'a point of P-256'),
    VAPID_PRIVATE_KEY: key(32, 'a number of 32 bytes'),
    /**
     * The hosts that pushes are sent to: a browser names the address, and any other could be one of our own network. For
     * tests an origin such as `http://127.0.0.1:8080` is possible outside production.
     */
    PUSH_HOSTS: z
      .string()
      .default(KNOWN_HOSTS)
      .transform((text) => text.split(',').map((entry) => entry.trim().toLowerCase()))
      .refine((hosts) => hosts.every((one) => HOST.test(one) || isLocal(one)), HOSTS_EXPECTED),
  })
  .superRefine((config, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { VAPID_PUBLIC_KEY: open, VAPID_PRIVATE_KEY: secret } = config;
    if (config.NODE_ENV === 'production' && config.PUSH_HOSTS.some(isLocal))
      wrong('PUSH_HOSTS', 'this machine is no push service in production');
    if (open && !secret) wrong('VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY needs it');
    if (secret && !open) wrong('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY needs it');
    if (open && secret && publicKeyOf(secret) !== open)
      wrong('VAPID_PUBLIC_KEY', 'it must be that of VAPID_PRIVATE_KEY');
  });
export type PushConfig = z.infer<typeof pushConfigSchema>;

/** Injection token for {@link PushConfig}. */
export const PUSH_CONFIG = configToken<PushConfig>('PUSH_CONFIG');

/** Null for a number that is no private key. */
function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    return null;
  }
  return pair.getPublicKey('base64url');
}

/** The key pair of this installation; null if nothing is pushed. */
export const keysOf = ({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}: PushConfig) => (publicKey && privateKey ? { publicKey, privateKey } : null);

/** Whether pushes may be sent to this address: https to a push service's host, without a port and a password. */
export function isAllowedEndpoint(endpoint: string, { PUSH_HOSTS }: PushConfig): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (PUSH_HOSTS.includes(origin)) return true;
  if (protocol !== 'https:' || port) return false;
  return PUSH_HOSTS.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}
