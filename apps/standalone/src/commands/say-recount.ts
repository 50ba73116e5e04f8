import type { INestApplicationContext } from '@nestjs/common';
import { RecountService } from '#libs/analytics';
import { CommandError, say } from './command.js';

/** Compares the projections with a recount, and prints the result; throws {@link CommandError} if they differ. */
export async function sayRecount(app: INestApplicationContext): Promise<void> {
  const { compared, differing, underWay, unreadable, unreadableIds } = await app
    .get(RecountService)
    .run();
  if (unreadable > 0)
    say(`${unreadable} stored events cannot be read and are skipped: ${unreadableIds.join(', ')}`);
  if (differing > 0)
    throw new CommandError(`${differing} of ${compared} figures still differ from a recount.`);
  say(`A recount finds all ${compared} figures right; ${underWay} events are under way.`);
}
