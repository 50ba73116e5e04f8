import type { AddressBook } from '#libs/contracts';
import { newest, ONLY, only, whole } from '../../realtime/entity';
import { liveValue } from '../../realtime/live-query';

export const addressBooks = whole<AddressBook>('address-books', only, newest);

liveValue<AddressBook>({
  key: ['addresses'],
  reads: [addressBooks],
  current: (book, live) => newest(book, live.get(addressBooks, ONLY)),
});
