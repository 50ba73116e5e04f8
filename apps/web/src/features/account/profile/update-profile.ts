import { type UpdateProfile, type UserDto, userDtoSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `PATCH /users/me`. The phone is sent only when there is one (docs/product.md, Rules for input). */
export function updateProfile({ phone, ...names }: UpdateProfile): Promise<UserDto> {
  return request(userDtoSchema, '/users/me', {
    method: 'PATCH',
    body: { ...names, ...(phone && { phone }) },
  });
}
