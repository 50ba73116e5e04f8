import * as z from 'zod/mini';
import { daySchema } from './days.js';
import { type PartStatus, partStatusSchema } from './order-state.js';
import { idSchema, timestampSchema } from './primitives.js';

export const HAND_OVER_CODE_LENGTH = 6;

/** Letters and digits that cannot be taken for one another. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Such as `K7QM2X`: random for each part of an order, and known to its customer only. */
export const handOverCodeSchema = z
  .string()
  .check(
    z.regex(
      new RegExp(`^[${CODE_ALPHABET}]{${HAND_OVER_CODE_LENGTH}}$`),
      `must be ${HAND_OVER_CODE_LENGTH} letters and digits`,
    ),
  );

/** `GET /orders/:id/hand-over-codes`: of each part that is handed over by one. For its customer only; never in events. */
export const handOverCodesSchema = z.object({
  parts: z.array(z.object({ partId: idSchema, code: handOverCodeSchema })),
});
export type HandOverCodes = z.infer<typeof handOverCodesSchema>;

/** The part of this code is handed over: `POST /farms/mine/hand-overs`, and those of packers and drivers in crew.ts. */
export const handOverSchema = z.strictObject({ code: handOverCodeSchema });
export type HandOver = z.infer<typeof handOverSchema>;

/**
 * Why a part of an existing code is not handed over now. `other_role`: packers hand over what is picked up, drivers what
 * is delivered.
 */
export const handOverRefusalSchema = z.enum([
  'other_farm',
  'delivered',
  'ended',
  'other_day',
  'other_role',
  'not_ready',
]);
export type HandOverRefusal = z.infer<typeof handOverRefusalSchema>;

/** `details` of `HAND_OVER_REFUSED`; of another farm's code it is the reason alone. */
export const handOverRefusedSchema = z.object({
  reason: handOverRefusalSchema,
  /** The order's code. */
  order: z.optional(z.string()),
  orderId: z.optional(idSchema),
  status: z.optional(partStatusSchema),
  /** When it was handed over, and by whom. */
  at: z.optional(timestampSchema),
  by: z.optional(z.string()),
  /** The day of its slot. */
  day: z.optional(daySchema),
});
export type HandOverRefused = z.infer<typeof handOverRefusedSchema>;

/** The statuses in which a customer is shown the code: from the acceptance to the hand-over. */
export const SHOWS_CODE = [
  'accepted',
  'packed',
  'out_for_delivery',
  'ready_for_pickup',
] as const satisfies readonly PartStatus[];

/**
 * The code in what a person typed or a camera read: with spaces, dashes and small letters, or after the `#` of the
 * address in a QR code. Null if there is none.
 */
export function handOverCodeIn(text: string): string | null {
  const typed = text.slice(text.lastIndexOf('#') + 1).replace(/[\s-]/g, '');
  return handOverCodeSchema.safeParse(typed.toUpperCase()).data ?? null;
}
