import { RebuildService } from '#libs/analytics';
import { runCommand, say } from './command.js';
import { sayRecount } from './say-recount.js';

/** `npm run projections:rebuild`: corrects every figure from a count of the documents, while the shop runs. */
await runCommand(async (app) => {
  say('Counting …');
  const corrected = await app.get(RebuildService).run();
  say(
    corrected === 0
      ? 'No projection was wrong.'
      : `Corrected ${corrected} ${corrected === 1 ? 'projection' : 'projections'}.`,
  );
  await sayRecount(app);
});
