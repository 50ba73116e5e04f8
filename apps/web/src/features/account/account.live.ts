import type { AddressBook } from '#libs/contracts';
import { newest, SINGLETON_ID, simpleEntity, singletonId } from '../../realtime/entity';
import { liveValue } from '../../realtime/live-query';

export const addressBooks = simpleEntity<AddressBook>('address-books', singletonId, newest);

liveValue<AddressBook>({
  key: ['addresses'],
  reads: [addressBooks],
  current: (book, view) => newest(book, view.get(addressBooks, SINGLETON_ID)),
});
