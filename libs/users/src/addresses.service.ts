import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type AddAddress,
  type AddressBook,
  type DeliveryAddress,
  type Id,
  MAX_ADDRESSES,
  type UpdateAddress,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  Outbox,
  parsePhone,
  requireVersion,
  Transactions,
} from '#libs/platform';
import { type StoredAddress, USER, type User } from './user.model.js';

type Book = Pick<User, 'addresses' | 'defaultAddressId' | 'addressesVersion'>;

/** The delivery addresses of users; one of them is the default. */
@Injectable()
export class AddressesService {
  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async list(userId: Id): Promise<AddressBook> {
    return toAddressBook(await this.read(userId));
  }

  /** An address that is already in the book is not added again. Throws `ADDRESS_LIMIT_REACHED`, and `VALIDATION_FAILED` for a wrong phone number. */
  async add(userId: Id, { isDefault, ...given }: AddAddress): Promise<AddressBook> {
    const address = { ...given, phone: parsePhone(given.phone, 'phone') };
    return this.change(userId, (book) => {
      const known = book.addresses.find((other) => sameAddress(other, address));
      if (!known && book.addresses.length >= MAX_ADDRESSES)
        throw new DomainError('ADDRESS_LIMIT_REACHED');
      const saved = known ?? { ...address, _id: new Types.ObjectId() };
      const addresses = known ? book.addresses : [...book.addresses, saved];
      return {
        addresses,
        defaultAddressId: isDefault ? saved._id : (book.defaultAddressId ?? saved._id),
      };
    });
  }

  /** Throws `ADDRESS_NOT_FOUND`, `VERSION_CONFLICT`, and `VALIDATION_FAILED` for a wrong phone number. */
  async update(
    userId: Id,
    id: Id,
    { version, isDefault, ...change }: UpdateAddress,
  ): Promise<AddressBook> {
    const phone = change.phone && parsePhone(change.phone, 'phone');
    const given = Object.entries({ ...change, phone }).filter(([, value]) => value !== undefined);
    return this.change(userId, (book) => {
      const before = addressIn(book, id);
      requireVersion(book.addressesVersion, version);
      const after: StoredAddress = { ...before, ...Object.fromEntries(given) };
      return {
        addresses: book.addresses.map((other) => (other === before ? after : other)),
        defaultAddressId: isDefault ? before._id : book.defaultAddressId,
      };
    });
  }

  /** When the default is removed, the oldest remaining address becomes the default. Throws `ADDRESS_NOT_FOUND`. */
  async remove(userId: Id, id: Id): Promise<AddressBook> {
    return this.change(userId, (book) => {
      const removed = addressIn(book, id);
      const addresses = book.addresses.filter((other) => other !== removed);
      const wasDefault = book.defaultAddressId?.equals(removed._id);
      return {
        addresses,
        defaultAddressId: wasDefault ? (addresses[0]?._id ?? null) : book.defaultAddressId,
      };
    });
  }

  private async change(
    userId: Id,
    work: (book: Book) => Pick<Book, 'addresses' | 'defaultAddressId'>,
  ): Promise<AddressBook> {
    return this.transactions.run(async (session) => {
      const before = await this.read(userId, session);
      const addressesVersion = before.addressesVersion + 1;
      const after: Book = { ...work(before), addressesVersion };
      await this.users.updateOne({ _id: userId }, { $set: after }, { session });
      const changed = toAddressBook(after);
      await this.outbox.add(
        session,
        draft(
          'user.addresses-changed',
          { id: `addresses:${userId}`, version: addressesVersion },
          { userId, book: changed },
        ),
      );
      return changed;
    });
  }

  private async read(userId: Id, session?: ClientSession): Promise<Book> {
    const user = await this.users
      .findById(userId)
      .session(session ?? null)
      .lean<User>();
    if (!user) throw new DomainError('USER_NOT_FOUND');
    const { addresses, defaultAddressId, addressesVersion } = user;
    return { addresses, defaultAddressId, addressesVersion };
  }
}

function addressIn(book: Book, id: Id): StoredAddress {
  const address = book.addresses.find(({ _id }) => _id.toString() === id);
  if (!address) throw new DomainError('ADDRESS_NOT_FOUND');
  return address;
}

function sameAddress(one: DeliveryAddress, other: DeliveryAddress): boolean {
  const text = ({ recipient, phone, line1, line2, city, state, postalCode }: DeliveryAddress) =>
    JSON.stringify([recipient, phone, line1, line2 ?? '', city, state, postalCode]);
  return text(one) === text(other);
}

function toAddressBook({ addresses, defaultAddressId, addressesVersion }: Book): AddressBook {
  return {
    addresses: addresses.map((address) => ({
      ...address,
      _id: address._id.toString(),
      isDefault: defaultAddressId?.equals(address._id) ?? false,
    })),
    version: addressesVersion,
  };
}
