import { randomInt } from 'node:crypto';
import { Schema, type Types } from 'mongoose';
import type { ContactMessageDto, ContactStatus } from '#libs/contracts';

/** A message sent with the contact form. */
export interface ContactMessage {
  _id: Types.ObjectId;
  reference: string;
  firstName: string;
  lastName: string;
  email: string;
  subject: string;
  message: string;
  status: ContactStatus;
  version: number;
  createdAt: Date;
}

export const CONTACT_MESSAGE = 'ContactMessage';
const text = { type: String, required: true };
export const contactMessageSchema = new Schema<ContactMessage>(
  {
    reference: { ...text, unique: true },
    firstName: text,
    lastName: text,
    email: text,
    subject: text,
    message: text,
    status: text,
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'contactMessages', versionKey: false },
);
contactMessageSchema.index({ status: 1, _id: -1 });
contactMessageSchema.index({ email: 1, _id: -1 });

/** Letters and digits that cannot be confused on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Such as `FG-M-7K3Q9MXW`. Collisions are unlikely among 31⁸ references, and the unique index rejects them. */
export function contactReference(): string {
  return `FG-M-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

export function toContactMessageDto(message: ContactMessage): ContactMessageDto {
  const { _id, createdAt, ...rest } = message;
  return { ...rest, _id: _id.toString(), createdAt: createdAt.toISOString() };
}
