import { Schema, type Types } from 'mongoose';
import {
  type DeliveryAddress,
  type FarmRole,
  personNameSchema,
  type Role,
  type UserDto,
  type UserStatus,
} from '#libs/contracts';
import { draft, type EventDraft, searchTerms } from '#libs/platform';

/** An entry of a user's address book. */
export type StoredAddress = DeliveryAddress & { _id: Types.ObjectId };

/** A farm that a user works for. */
export interface StoredMembership {
  farmId: Types.ObjectId;
  role: FarmRole;
  since: Date;
}

/** A user of this marketplace; the identity provider has the credentials. */
export interface User {
  _id: Types.ObjectId;
  /** The identity provider's id of the account. */
  subject: string;
  /** Lower-cased. */
  email: string;
  firstName: string;
  lastName: string;
  imageUrl: string | null;
  phone: string | null;
  role: Role;
  status: UserStatus;
  /** The farm that they act for now; one of `memberships`. */
  farmId: Types.ObjectId | null;
  /** Absent in users of older builds, where every farmer owns the farm that they act for. */
  memberships?: StoredMembership[];
  addresses: StoredAddress[];
  /** One of `addresses`; null while there are none. */
  defaultAddressId: Types.ObjectId | null;
  /** The version of the address book, which changes independently of the profile. */
  addressesVersion: number;
  /** Incremented on every active admin before one of them is deactivated, so that such transactions conflict. */
  adminChecks: number;
  /** The time of the newest change that the identity provider has reported, by its clock. */
  providerChangedAt?: Date;
  /** See `userTerms`. */
  search: string[];
  version: number;
  createdAt: Date;
}

/** The search terms of a user: the words of the names and of the e-mail address. */
export const userTerms = ({
  firstName,
  lastName,
  email,
}: Pick<User, 'firstName' | 'lastName' | 'email'>): string[] =>
  searchTerms(firstName, lastName, email);

export const USER = 'User';
export const userSchema = new Schema<User>(
  {
    subject: { type: String, required: true, unique: true },
    email: { type: String, required: true, unique: true },
    firstName: { type: String, default: '' },
    lastName: { type: String, default: '' },
    imageUrl: { type: String, default: null },
    phone: { type: String, default: null },
    role: { type: String, required: true },
    status: { type: String, required: true, default: 'active' },
    farmId: { type: Schema.Types.ObjectId, default: null },
    memberships: {
      type: [
        {
          _id: false,
          farmId: { type: Schema.Types.ObjectId, required: true },
          role: { type: String, required: true },
          since: { type: Date, required: true },
        },
      ],
      default: undefined,
    },
    addresses: {
      type: [
        {
          _id: { type: Schema.Types.ObjectId, required: true },
          recipient: String,
          phone: String,
          line1: { type: String, required: true },
          line2: String,
          city: { type: String, required: true },
          state: { type: String, required: true },
          postalCode: { type: String, required: true },
        },
      ],
      default: [],
    },
    defaultAddressId: { type: Schema.Types.ObjectId, default: null },
    addressesVersion: { type: Number, default: 0 },
    adminChecks: { type: Number, default: 0 },
    providerChangedAt: Date,
    search: {
      type: [String],
      default(this: User) {
        return userTerms(this);
      },
    },
    version: { type: Number, required: true, default: 1 },
    createdAt: { type: Date, required: true },
  },
  { collection: 'users', versionKey: false },
);
userSchema.index({ role: 1, status: 1, _id: -1 });
userSchema.index({ role: 1, _id: -1 });
userSchema.index({ status: 1, _id: -1 });
userSchema.index({ search: 1, _id: -1 });
userSchema.index({ 'memberships.farmId': 1 });

/** First and last name, or else the part of the e-mail before the @, without dots so that it is no web address. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return (
    `${user.firstName} ${user.lastName}`.trim() ||
    (user.email.split('@')[0] ?? '').replaceAll('.', ' ')
  );
}

/** The name from the identity provider, or an empty string if it breaks the rules for names here. */
export function providedName(name: string): string {
  const parsed = personNameSchema.safeParse(name);
  return parsed.success ? parsed.data : '';
}

/** The farm that the user acts for, and those that they work for. */
export const farmsOf = ({ farmId, memberships }: User) => ({
  farmId: farmId?.toString() ?? null,
  ...(memberships && {
    memberships: memberships.map(({ farmId: id, role }) => ({ farmId: id.toString(), role })),
  }),
});

export function toUserDto(user: User): UserDto {
  return {
    _id: user._id.toString(),
    name: displayName(user),
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: user.role,
    status: user.status,
    imageUrl: user.imageUrl,
    phone: user.phone,
    ...farmsOf(user),
    createdAt: user.createdAt.toISOString(),
    version: user.version,
  };
}

/** The event that carries the user's current profile. */
export function userChanged(user: User): EventDraft {
  return draft('user.changed', { id: user._id, version: user.version }, { user: toUserDto(user) });
}
