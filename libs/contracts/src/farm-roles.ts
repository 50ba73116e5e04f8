import * as z from 'zod/mini';
import { idSchema } from './primitives.js';

/** What somebody does at a farm: ADR 24 says what each of them sees. */
export const farmRoleSchema = z.enum(['owner', 'packer', 'driver']);
export type FarmRole = z.infer<typeof farmRoleSchema>;

/** A farm that somebody works for, and as what. */
export const membershipSchema = z.object({ farmId: idSchema, role: farmRoleSchema });
export type Membership = z.infer<typeof membershipSchema>;
