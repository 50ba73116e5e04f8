import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AddAddress,
  type AddressBook,
  addressBookSchema,
  type UpdateAddress,
} from '#libs/contracts';
import { addressesQueryOptions } from '../../../entities/address-book';
import { request } from '../../../lib/api/api';
import { liveStore } from '../../../realtime/live-store';
import { addressBooks } from '../account.live';

const path = '/users/me/addresses';

/** A change of the address book; every response is the whole book. */
export type AddressChange =
  | { kind: 'add'; address: AddAddress }
  | { kind: 'update'; id: string; change: UpdateAddress }
  | { kind: 'remove'; id: string };

function send(change: AddressChange): Promise<AddressBook> {
  if (change.kind === 'add') {
    return request(addressBookSchema, path, { method: 'POST', body: change.address });
  }
  const own = `${path}/${change.id}`;
  if (change.kind === 'remove') return request(addressBookSchema, own, { method: 'DELETE' });
  return request(addressBookSchema, own, { method: 'PATCH', body: change.change });
}

export function useChangeAddresses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (book) => liveStore(client).put([addressBooks.of(book)]),
    onError: () => client.invalidateQueries({ queryKey: addressesQueryOptions().queryKey }),
  });
}
