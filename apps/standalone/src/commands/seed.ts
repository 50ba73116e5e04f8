import { parseArgs } from 'node:util';
import * as z from 'zod';
import { RebuildService } from '#libs/analytics';
import { OrderBooks } from '#libs/payments';
import { StockCheckService } from '#libs/products';
import { CommandError, runCommand, say } from './command.js';
import { sayRecount } from './say-recount.js';
import { SeedCommand } from './seed.service.js';

const USAGE =
  'usage: npm run seed -- --products <n> --orders <n> --users <n> [--days <n>] [--force]';

const number = (most: number) => z.coerce.number().int().min(1).max(most);
const sizeSchema = z.object({
  products: number(1_000_000),
  orders: number(10_000_000),
  users: number(1_000_000).min(3),
  days: number(3_650).default(90),
});

/** `npm run seed`: fills the database with the given numbers of products, orders and users, for benchmarks. */
const { force, ...size } = readArguments();
await runCommand(async (app) => {
  const seed = app.get(SeedCommand);
  if (!force && !(await seed.isEmpty()))
    throw new CommandError(
      'The database is not empty. To add to it, pass --force; or choose another one with MONGODB_URI or DATA_DIR.',
    );
  const started = performance.now();
  await seed.run(size, say);
  say('Counting …');
  say(`${await app.get(RebuildService).run()} projections written`);
  say(`${await app.get(OrderBooks).openAll()} orders booked`);
  await sayRecount(app);
  const { products, mismatchCount } = await app.get(StockCheckService).run(null);
  if (mismatchCount > 0)
    throw new CommandError(`The stock of ${mismatchCount} products is not what the ledger says.`);
  say(`The stock check finds all ${products} products right.`);
  say(`Done in ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
});

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        products: { type: 'string' },
        orders: { type: 'string' },
        users: { type: 'string' },
        days: { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    });
    return { ...sizeSchema.parse(values), force: values.force };
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n')
        : String(error instanceof Error ? error.message : error);
    process.stderr.write(`${why}\n${USAGE}\n`);
    process.exit(1);
  }
}
