import type { INestApplicationContext } from '@nestjs/common';
import { RecountService } from '#libs/analytics';
import { CommandError, say } from './command.js';

/** Holds the projections against the things themselves; throws {@link CommandError} where they differ. */
export async function sayRecount(app: INestApplicationContext): Promise<void> {
  const { compared, differing, underWay } = await app.get(RecountService).run();
  if (differing > 0)
    throw new CommandError(`${differing} of ${compared} figures still differ from a recount.`);
  say(`A recount finds all ${compared} figures right; ${underWay} events are under way.`);
}
