import * as z from 'zod/mini';
import { anyPhoneSchema, emailSchema } from './contact-data.js';
import { membershipSchema } from './farm-roles.js';
import { MAX_LENGTH, PASSWORD_LENGTH } from './max-length.js';
import { personNameSchema } from './names.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  searchTextSchema,
  timestampSchema,
  urlSchema,
  versionSchema,
} from './primitives.js';
import { textSchema } from './text.js';

/** A password that somebody chooses. */
export const newPasswordSchema = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH.min), z.maxLength(PASSWORD_LENGTH.max));

export const roleSchema = z.enum(['customer', 'farmer', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** What an admin can set. */
export const userStatusSchema = z.enum(['active', 'suspended', 'inactive']);
export type UserStatus = z.infer<typeof userStatusSchema>;

export const userDtoSchema = z.object({
  _id: idSchema,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: emailSchema,
  role: roleSchema,
  status: userStatusSchema,
  imageUrl: z.nullable(urlSchema),
  phone: z.nullable(z.string()),
  /** The farm that they act for now; null for everybody else and until the farm exists. */
  farmId: z.nullable(idSchema),
  /** The farms that they work for. Absent in events of older builds: see `membershipsOf`. */
  memberships: z.optional(z.array(membershipSchema)),
  createdAt: timestampSchema,
  version: versionSchema,
});
export type UserDto = z.infer<typeof userDtoSchema>;

/** Body of `POST /users/initialize`. The verified token decides; a contradiction is refused. */
export const initializeUserSchema = z.strictObject({
  clerkId: z.string().check(z.minLength(1), z.maxLength(200)),
  email: emailSchema,
  firstName: z.optional(personNameSchema),
  lastName: z.optional(personNameSchema),
  imageUrl: z.optional(z.nullable(z.union([urlSchema, z.literal('')]))),
  role: z.optional(roleSchema),
});
export type InitializeUser = z.infer<typeof initializeUserSchema>;

/** Names are required when a profile is edited. */
const givenNameSchema = personNameSchema.check(z.minLength(1, 'must not be empty'));

/** The profile's fields: names are trimmed, and an empty phone number is omitted. */
export const updateProfileSchema = z.strictObject({
  version: versionSchema,
  firstName: givenNameSchema,
  lastName: givenNameSchema,
  phone: z.optional(anyPhoneSchema),
});
export type UpdateProfile = z.infer<typeof updateProfileSchema>;

export const authMeSchema = z.object({ authenticated: z.literal(true), user: userDtoSchema });
export type AuthMe = z.infer<typeof authMeSchema>;

export const usersQuerySchema = z.strictObject({
  ...pageQueryShape,
  role: z.optional(roleSchema),
  status: z.optional(userStatusSchema),
  /** Each word must begin a word of the name or of the e-mail address. */
  q: z.optional(searchTextSchema),
});
export type UsersQuery = z.infer<typeof usersQuerySchema>;
export const usersPageSchema = z.object({ users: z.array(userDtoSchema), ...pageShape });
export type UsersPage = z.infer<typeof usersPageSchema>;

export const changeUserStatusSchema = z.strictObject({
  status: userStatusSchema,
  /** Shown to the user, and recorded in the audit log. */
  reason: z.optional(textSchema(MAX_LENGTH.reason, { lines: true })),
  /** The user's version that the decision is based on; if absent, the decision applies to any version. */
  version: z.optional(versionSchema),
});
export type ChangeUserStatus = z.infer<typeof changeUserStatusSchema>;

/** Demo installations only: sign in as the `index`-th demo account of a role. */
/** As whom one looks at a demo: a role, or somebody who packs or drives for the first farmer's farm. */
export const demoRoleSchema = z.enum(['customer', 'farmer', 'packer', 'driver', 'admin']);
export type DemoRole = z.infer<typeof demoRoleSchema>;

export const demoSignInSchema = z.strictObject({
  role: demoRoleSchema,
  index: z._default(z.int().check(z.gte(0), z.lte(999)), 0),
});
export type DemoSignIn = z.infer<typeof demoSignInSchema>;
export const demoSessionSchema = z.object({ token: z.string(), user: userDtoSchema });
export type DemoSession = z.infer<typeof demoSessionSchema>;
