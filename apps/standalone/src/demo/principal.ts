import { actingAs, type UserDto } from '#libs/contracts';
import type { Principal } from '#libs/platform';

/** Somebody of the demo as the one who acts. */
export const principalOf = (user: UserDto): Principal => ({
  userId: user._id,
  name: user.name,
  status: 'active',
  ...actingAs(user),
});
