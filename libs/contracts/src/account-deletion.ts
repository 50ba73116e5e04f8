import * as z from 'zod/mini';
import type { DeliveryAddress } from './addresses.js';
import { emailSchema } from './contact-data.js';
import { type Id, idSchema } from './primitives.js';
import { roleSchema, userStatusSchema } from './users.js';

/** What stands in the way of deleting an account, in the order in which a page lists it. */
export const deletionBlockers = [
  /** Orders of the person that are not handed over yet. */
  'orders',
  /** Orders of others at the farm that the person has founded. */
  'farmOrders',
  /** Reports that nobody has answered: the person's, and those to their farm. */
  'problems',
  /** Reported messages of the person on which no admin has decided. */
  'messageReports',
  /** Payments by card under way, and disputes of them: the person's, and those of their farm. */
  'payments',
  /** Whether the market owes the farm money, or the farm the market. */
  'balance',
  /** Others who work for the farm. */
  'team',
  /** Whether no other admin would be left. */
  'lastAdmin',
  /** Whether the installation's settings would make an account with this address an admin again. */
  'adminAddress',
] as const;
export const deletionBlockerSchema = z.enum(deletionBlockers);
export type DeletionBlocker = z.infer<typeof deletionBlockerSchema>;

/** What there is of it; 1 for what is not counted. */
const blockerSchema = z.object({ kind: deletionBlockerSchema, count: z.int().check(z.gte(1)) });

/** `GET /users/me/deletion`: empty if nothing stands in the way. */
export const deletionCheckSchema = z.object({ blockers: z.array(blockerSchema) });
export type DeletionCheck = z.infer<typeof deletionCheckSchema>;

/** Body of `POST /users/me/deletion`: the person types their own e-mail address. */
export const deleteAccountSchema = z.strictObject({ email: emailSchema });
export type DeleteAccount = z.infer<typeof deleteAccountSchema>;

/** Payload of `user.deleted`: what remains of a person is the id, so it names nobody. */
export const userDeletedSchema = z.object({
  userId: idSchema,
  role: roleSchema,
  /** The last one. */
  status: userStatusSchema,
});

/** Years for which orders, reports and books are kept with a pseudonym; what tax law in the United States wants. */
export const BOOKS_KEPT_YEARS = 7;

/** The name of a deleted account, where orders and books have to name somebody. */
export const pseudonymOf = (userId: Id): string =>
  `Deleted account ${userId.slice(-6).toUpperCase()}`;

/** The author of a review whose account is deleted. */
export const DELETED_AUTHOR = 'A customer';

/** What stands in the place of a message whose author's account is deleted. */
export const DELETED_TEXT = 'This message was deleted with the account of its author.';

/** What is kept of where an order went: its state and ZIP code, which decide its taxes. */
export const erasedAddress = (
  { state, postalCode }: Pick<DeliveryAddress, 'state' | 'postalCode'>,
  recipient: string,
): DeliveryAddress => ({
  recipient,
  phone: '+10000000000',
  line1: '—',
  city: '—',
  state,
  postalCode,
});
