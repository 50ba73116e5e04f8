import { queryOptions } from '@tanstack/react-query';
import { request } from '../lib/api/api';

const addressBookSchema = async () => (await import('../lib/api/schemas')).addressBookSchema;

/** `GET /users/me/addresses`: the whole address book. */
export function addressesQueryOptions() {
  return queryOptions({
    queryKey: ['addresses'] as const,
    meta: { kept: addressBookSchema },
    queryFn: ({ signal }) => request(addressBookSchema, '/users/me/addresses', { signal }),
  });
}
