import type { UserDto } from '#libs/contracts';
import type { Principal } from '#libs/platform';

/** Somebody of the demo as the one who acts. */
export const principalOf = ({ _id: userId, name, role, farmId }: UserDto): Principal => ({
  userId,
  name,
  role,
  status: 'active',
  farmId,
});
