import * as z from 'zod/mini';
import { emailSchema } from './contact-data.js';
import { farmRoleSchema } from './farm-roles.js';
import { idSchema, timestampSchema, urlSchema, versionSchema } from './primitives.js';

/** The most members and open invitations of a farm together. */
export const MAX_TEAM = 30;
/** Days for which an invitation can be accepted. */
export const INVITATION_DAYS = 7;

const memberSchema = z.object({
  userId: idSchema,
  name: z.string(),
  email: emailSchema,
  role: farmRoleSchema,
  since: timestampSchema,
  /** Who registered the farm stays its owner. */
  isFounder: z.boolean(),
});
export type TeamMember = z.infer<typeof memberSchema>;

const invitationSchema = z.object({
  _id: idSchema,
  role: farmRoleSchema,
  /** Where it was mailed to; null if its link is passed on otherwise. */
  email: z.nullable(emailSchema),
  /** The name of the owner who invited. */
  by: z.string(),
  expiresAt: timestampSchema,
});
export type TeamInvitation = z.infer<typeof invitationSchema>;

/** `GET /farms/mine/team`: who works for the farm, first comers first, and who may join, newest last. */
export const teamDtoSchema = z.object({
  farmId: idSchema,
  members: z.array(memberSchema),
  /** Also those that have expired, until they are cancelled or forgotten. */
  invitations: z.array(invitationSchema),
  /** Of the team; every change of it has to name the version that the caller saw. */
  version: z.int().check(z.gte(0)),
});
export type TeamDto = z.infer<typeof teamDtoSchema>;

const seen = { version: z.int().check(z.gte(0)) };

/** `POST /farms/mine/team/invitations`. */
export const inviteSchema = z.strictObject({
  ...seen,
  role: farmRoleSchema,
  /** Where to mail the link to; absent if the owner shows it, as a QR code. */
  email: z.optional(emailSchema),
});
export type Invite = z.infer<typeof inviteSchema>;

/** The team, and the link of the invitation, which lets its holder join. */
export const invitedDtoSchema = z.object({
  team: teamDtoSchema,
  invitationId: idSchema,
  link: urlSchema,
});
export type InvitedDto = z.infer<typeof invitedDtoSchema>;

/** Body of what changes a team and needs nothing else. */
export const teamChangeSchema = z.strictObject(seen);
export type TeamChange = z.infer<typeof teamChangeSchema>;

/** `PATCH /farms/mine/team/members/:id`. */
export const memberRoleSchema = z.strictObject({ ...seen, role: farmRoleSchema });
export type MemberRole = z.infer<typeof memberRoleSchema>;

/** The part of an invitation's link after `#`. */
export const invitationTokenSchema = z.strictObject({
  token: z.string().check(z.regex(/^[\w.-]{1,200}$/, 'is no part of a link')),
});
export type InvitationToken = z.infer<typeof invitationTokenSchema>;

/** `POST /invitations/look`: what whoever holds the link is asked. */
export const openInvitationSchema = z.object({
  farmName: z.string(),
  role: farmRoleSchema,
  by: z.string(),
  expiresAt: timestampSchema,
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

/** `GET /team/farms`: the farms that the caller works for. */
export const ownFarmsSchema = z.object({
  farms: z.array(z.object({ farmId: idSchema, name: z.string(), role: farmRoleSchema })),
});
export type OwnFarms = z.infer<typeof ownFarmsSchema>;

/** `PUT /team/acting`: act for this farm, or for oneself. */
export const actForSchema = z.strictObject({ farmId: z.nullable(idSchema) });
export type ActFor = z.infer<typeof actForSchema>;

/** `POST /team/leave`. */
export const leaveFarmSchema = z.strictObject({ farmId: idSchema });
export type LeaveFarm = z.infer<typeof leaveFarmSchema>;

/** Payload of `team.invited`: a mail with a link is to be sent. The link is made when it is sent. */
export const invitationMailSchema = z.object({
  farmId: idSchema,
  farmName: z.string(),
  invitationId: idSchema,
  /** Which link of the invitation; those before it are void. */
  number: versionSchema,
  email: emailSchema,
  role: farmRoleSchema,
  by: z.string(),
});
export type InvitationMail = z.infer<typeof invitationMailSchema>;
