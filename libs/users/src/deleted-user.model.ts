import { createHash } from 'node:crypto';
import { Schema, type Types } from 'mongoose';
import type { Role } from '#libs/contracts';

/** Seconds for which it is known that an account is deleted: longer than any token, session or webhook of it. */
const KEEP_SECONDS = 90 * 86_400;

/** A deleted user. What can name the person is kept only until nothing else of them is left. */
export interface DeletedUser {
  /** The user's id. */
  _id: Types.ObjectId;
  /** SHA-256 of the identity provider's id of the account. */
  subjectHash: string;
  role: Role;
  /** What erasing needs to know; null once that is finished. */
  person: {
    name: string;
    email: string;
    isEmailConfirmed: boolean;
    subject: string;
    farmIds: Types.ObjectId[];
  } | null;
  deletedAt: Date;
  /** When nothing of the person was left. */
  finishedAt: Date | null;
}

export const DELETED_USER = 'DeletedUser';
export const deletedUserSchema = new Schema<DeletedUser>(
  {
    subjectHash: { type: String, required: true, unique: true },
    role: { type: String, required: true },
    person: { type: Schema.Types.Mixed, default: null },
    deletedAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null, expires: KEEP_SECONDS },
  },
  { collection: 'deletedUsers', versionKey: false },
);

export const hashOfSubject = (subject: string): string =>
  createHash('sha256').update(subject).digest('hex');
