import * as z from 'zod/mini';
import { actingAs, membershipSchema, type UserDto } from '#libs/contracts';
import { forgetData, keep, MEMBER, readKept } from './kept-store';

const actingSchema = z.object({
  role: z.enum(['customer', 'farmer', 'admin']),
  farmId: z.nullable(z.string()),
  memberships: z.optional(z.array(membershipSchema)),
});

/**
 * Keeps the member, as of a time in ms. If they act as something else than before, what was kept is removed first: nobody
 * reads the orders of a farm that they have left.
 */
export async function keepMember(person: string, at: number, user: UserDto): Promise<void> {
  const before = await readKept(person, MEMBER);
  const { data: acted } = actingSchema.safeParse(before?.data);
  if (before && JSON.stringify(acted && actingAs(acted)) !== JSON.stringify(actingAs(user)))
    await forgetData();
  await keep(MEMBER, { person, at, data: user });
}
