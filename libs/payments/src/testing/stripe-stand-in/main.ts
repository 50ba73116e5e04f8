/** The stand-in for Stripe as a process of its own. Its settings come by the environment. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { seededFaults } from './faults.js';
import { StripeStandIn } from './stripe-stand-in.js';

/** Milliseconds between two looks for webhooks that are due. */
const DELIVER_MS = 200;
/** Milliseconds that the market has to take a webhook. */
const TAKE_MS = 10_000;

const settingsSchema = z.object({
  PORT: z.coerce.number(),
  /** The file of its books. */
  BOOKS: z.string(),
  SECRET_KEY: z.string(),
  WEBHOOK_SECRET: z.string(),
  WEBHOOK_URL: z.url(),
  SEED: z.coerce.number(),
  /** Share of the requests and events that meet a fault. */
  FAULTS: z.coerce.number(),
  /** Seconds by which a late webhook comes later. */
  LATE_SECONDS: z.coerce.number(),
});

// biome-ignore lint/style/noProcessEnv: its settings
const settings = settingsSchema.parse(process.env);
const standIn = new StripeStandIn({
  secretKey: settings.SECRET_KEY,
  secret: settings.WEBHOOK_SECRET,
  file: settings.BOOKS,
  faults: seededFaults(settings.SEED, settings.FAULTS),
  lateSeconds: settings.LATE_SECONDS,
  deliver: async ({ body, headers }) => {
    const { ok, status } = await fetch(settings.WEBHOOK_URL, {
      method: 'POST',
      body: String(body),
      headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
      signal: AbortSignal.timeout(TAKE_MS),
    });
    if (!ok) throw new Error(`the market did not take a webhook: ${status}`);
  },
});
await standIn.listen(settings.PORT);
for (;;) {
  // One that was not taken is due again.
  await standIn.deliverDue().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  await sleep(DELIVER_MS);
}
