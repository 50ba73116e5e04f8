import type { AddressBook } from '#libs/contracts';
import { entity, newest, ONLY, type Put } from '../../realtime/entity';
import { liveValue } from '../../realtime/live-query';

const addressBooks = entity<{ book: AddressBook }>('address-books', { book: newest });

export const putAddressBook = (book: AddressBook): Put => addressBooks.put(ONLY, { book });

liveValue<AddressBook>({
  key: ['addresses'],
  reads: [addressBooks],
  current: (book, live) => newest(book, live.get(addressBooks, ONLY)?.book),
});
