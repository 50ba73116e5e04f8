import * as z from 'zod';
import { normalizeEmail } from '#libs/contracts';
import { DomainError } from '#libs/platform';
import type { IdentityConfig } from '../identity.config.js';
import { webAddress } from '../profile.js';

/** A change of an account, as reported by a Clerk webhook; unknown fields are absent. */
export interface ClerkWebhook {
  readonly kind: 'updated' | 'deleted';
  readonly subject: string;
  /** The time of the change by Clerk's clock, in milliseconds since 1970; absent if Clerk sends none. */
  readonly at?: number;
  /** Present only if Clerk has verified the address. */
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly imageUrl?: string;
}

/** A session of a Clerk account has ended. */
export interface ClerkSessionEnd {
  readonly kind: 'session-ended';
  readonly sessionId: string;
}

const millisSchema = z.number().nonnegative().nullish();
/** `timestamp` orders events; the signed timestamp of the delivery does not, because a retry has a later one. */
const eventSchema = z.object({ type: z.string(), data: z.unknown(), timestamp: millisSchema });

/** A deleted account, or an ended session. */
const endedSchema = z.object({ id: z.string().min(1) });

const updatedSchema = z.object({
  id: z.string().min(1),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  image_url: z.string().nullish(),
  updated_at: millisSchema,
  primary_email_address_id: z.string().nullish(),
  email_addresses: z
    .array(
      z.object({
        id: z.string(),
        email_address: z.string(),
        verification: z.object({ status: z.string() }).nullish(),
      }),
    )
    .default([]),
});

/**
 * Verifies a Clerk webhook's signature and age over the exact bytes received, and parses it. Null for events that are
 * not used. Throws `WEBHOOK_INVALID`, also when no secret is configured. Webhooks may arrive more than once and out of
 * order: see `at`.
 */
export async function parseClerkWebhook(
  config: Pick<IdentityConfig, 'CLERK_WEBHOOK_SECRET'>,
  rawBody: string | Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<ClerkWebhook | ClerkSessionEnd | null> {
  const event = await verified(config.CLERK_WEBHOOK_SECRET, rawBody, headers);
  switch (event.type) {
    case 'user.created':
    case 'user.updated':
      return updated(read(updatedSchema, event.data), event.timestamp);
    case 'user.deleted':
      return {
        kind: 'deleted',
        subject: read(endedSchema, event.data).id,
        ...happenedAt(event.timestamp),
      };
    case 'session.ended':
    case 'session.removed':
    case 'session.revoked':
      return { kind: 'session-ended', sessionId: read(endedSchema, event.data).id };
    default:
      return null;
  }
}

const SIGNED_HEADERS = ['svix-id', 'svix-timestamp', 'svix-signature'];

async function verified(
  signingSecret: string | undefined,
  rawBody: string | Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<z.infer<typeof eventSchema>> {
  // Without a secret the library would read one from the environment.
  if (!signingSecret) throw new DomainError('WEBHOOK_INVALID');
  const signed = SIGNED_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const request = new Request('http://webhook.invalid/', {
    method: 'POST',
    headers: signed,
    body: typeof rawBody === 'string' ? rawBody : new Uint8Array(rawBody),
  });
  const { verifyWebhook } = await import('@clerk/backend/webhooks');
  try {
    await verifyWebhook(request, { signingSecret });
    // The library's result lacks the timestamp.
    return eventSchema.parse(JSON.parse(rawBody.toString()));
  } catch {
    throw new DomainError('WEBHOOK_INVALID');
  }
}

function read<Schema extends z.ZodType>(schema: Schema, data: unknown): z.infer<Schema> {
  const result = schema.safeParse(data);
  if (!result.success) throw new DomainError('WEBHOOK_INVALID');
  return result.data;
}

const happenedAt = (at: number | null | undefined) =>
  at === null || at === undefined ? {} : { at };

function updated(
  user: z.infer<typeof updatedSchema>,
  timestamp: number | null | undefined,
): ClerkWebhook {
  const primary = user.email_addresses.find(({ id }) => id === user.primary_email_address_id);
  const imageUrl = webAddress(user.image_url);
  return {
    kind: 'updated',
    subject: user.id,
    ...happenedAt(user.updated_at ?? timestamp),
    ...(primary?.verification?.status === 'verified' && {
      email: normalizeEmail(primary.email_address),
    }),
    ...(user.first_name && { firstName: user.first_name }),
    ...(user.last_name && { lastName: user.last_name }),
    ...(imageUrl && { imageUrl }),
  };
}
