import type { Db, ObjectId } from 'mongodb';
import { fromThousandths } from '#libs/contracts';
import type { Program } from '../runner/programs.js';
import { become, customer, type Person, tokenOf } from '../scenarios/people.js';

/** One line of an order. */
export interface Item {
  readonly productId: string;
  readonly quantity: number;
}

export interface Farm {
  readonly _id: ObjectId;
  readonly items: readonly Item[];
}

/**
 * The people who act, and their farms. The product and the baseline write to the same collections, but each has its own
 * people and farms, so that neither sees the other's changes.
 */
export interface Side {
  readonly customers: readonly Person[];
  /** The owner of the first farm. */
  readonly farmer: Person;
  readonly farms: readonly Farm[];
  /** Current tokens, by user id. */
  readonly tokens: Map<string, string>;
}

/** Stock in thousandths, more than any run can sell. */
const PLENTY = 1_000_000_000;
/** Farms per side, because an order can include three. */
const FARMS_MIN = 3;

/** Splits a shop into sides; every product can be ordered in any quantity. */
export async function takeSides(
  db: Db,
  api: Program,
  sides: number,
  customers: number,
): Promise<Side[]> {
  await db
    .collection('products')
    .updateMany(
      {},
      { $set: { onHand: PLENTY, available: PLENTY, held: 0, 'farm.holidayUntil': null } },
    );
  await db
    .collection('farms')
    .updateMany({}, { $set: { holiday: null, minimumOrder: { delivery: 0, pickup: 0 } } });
  const farms = await farmsOf(db);
  if (farms.length < sides * FARMS_MIN) throw new Error('the shop has too few farms');
  return Promise.all(
    Array.from({ length: sides }, async (_, side) => {
      const own = farms.filter((_farm, n) => n % sides === side);
      const people: Person[] = [];
      for (let n = 0; n < customers; n++) people.push(await customer(api));
      const farmer = await become(db, api, { role: 'farmer', farmId: own[0]?._id });
      return { customers: people, farmer, farms: own, tokens: new Map<string, string>() };
    }),
  );
}

/** Renews everybody's tokens. */
export async function signIn(api: Program, { customers, farmer, tokens }: Side): Promise<void> {
  for (const { _id, cookie } of [...customers, farmer]) tokens.set(_id, await tokenOf(api, cookie));
}

interface Sold {
  readonly _id: ObjectId;
  readonly farm: { readonly _id: ObjectId };
  readonly minimum: number;
}

async function farmsOf(db: Db): Promise<Farm[]> {
  const sold = await db
    .collection<Sold>('products')
    .find({ listed: true, status: 'live' }, { projection: { farm: 1, minimum: 1 } })
    .sort({ _id: 1 })
    .toArray();
  const farms = new Map<string, { _id: ObjectId; items: Item[] }>();
  for (const { _id, farm, minimum } of sold) {
    const known = farms.get(farm._id.toString()) ?? { _id: farm._id, items: [] };
    known.items.push({ productId: _id.toString(), quantity: fromThousandths(minimum) });
    farms.set(farm._id.toString(), known);
  }
  return [...farms.values()].sort((one, other) => other.items.length - one.items.length);
}

/** The items of a client's order: `lines` lines of `of` farms; products are unique per client if there are enough. */
export function basket({ farms }: Side, client: number, lines: number, of = 1): Item[] {
  const each = Math.ceil(lines / of);
  const slot = of === 1 ? Math.floor(client / farms.length) : client;
  return Array.from({ length: lines }, (_, line) => {
    const items = farms[(client + (line % of)) % farms.length]?.items ?? [];
    const item = items[(slot * each + Math.floor(line / of)) % items.length];
    if (!item) throw new Error('the shop has too few products');
    return item;
  });
}
