import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Types } from 'mongoose';
import { toBaseUnits } from '#libs/contracts';
import { type Farm, FarmsService } from '#libs/farms';
import type { BuiltInProvider } from '#libs/identity';
import { type ClientSession, Outbox } from '#libs/platform';
import { type NewProduct, ProductsService } from '#libs/products';
import { type User, UsersService } from '#libs/users';
import { DEMO_PASSWORD, demoFarms, demoPeople, demoProducts } from './catalogue.js';
import type { DemoFarm, DemoPerson, DemoProduct } from './demo-types.js';

const HOUR_MS = 3_600_000;
const SEEDS = 'seeds';

/** Fills an empty database with the demo marketplace, through the same services as the API, so that every figure follows by events. */
@Injectable()
export class DemoSeed {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly users: UsersService,
    private readonly farms: FarmsService,
    private readonly products: ProductsService,
    private readonly outbox: Outbox,
  ) {}

  /** Seeds unless there are users of somebody else's making; goes on where an earlier run was cut short. Answers whether it did. */
  async run(identity: BuiltInProvider): Promise<boolean> {
    const seeds = this.connection.collection<{ _id: string; done: boolean }>(SEEDS);
    const seed = await seeds.findOne({ _id: 'demo' });
    if (seed?.done || (!seed && (await this.connection.collection('users').findOne({}))))
      return false;
    await seeds.updateOne({ _id: 'demo' }, { $set: { done: false } }, { upsert: true });
    await Promise.all(demoPeople.map((person) => this.join(identity, person)));
    await seeds.updateOne({ _id: 'demo' }, { $set: { done: true } });
    this.outbox.wake();
    return true;
  }

  private async join(identity: BuiltInProvider, person: DemoPerson): Promise<void> {
    const { role, firstName, lastName, email } = person;
    const subject = await identity.createAccount({
      email,
      password: DEMO_PASSWORD,
      name: `${firstName} ${lastName}`,
    });
    const farm = demoFarms.find(({ slug }) => slug === person.farmSlug);
    // A farmer, the farm and its products are one transaction: a run that was cut short left all of them or none.
    await this.users.register(
      { subject, email, firstName, lastName, imageUrl: null, role },
      farm && ((user, session) => this.open(user, farm, session)),
    );
  }

  private async open(owner: User, demo: DemoFarm, session: ClientSession): Promise<void> {
    const { owner: _, ...profile } = demo;
    const farm = await this.farms.create(session, owner._id, { ...profile, status: 'approved' });
    for (const product of demoProducts.filter(({ farmSlug }) => farmSlug === demo.slug)) {
      await this.products.create(session, newProduct(product, farm));
    }
  }
}

function newProduct(demo: DemoProduct, farm: Farm): NewProduct {
  const base = (amount: number) => {
    const units = toBaseUnits(amount, demo.unit);
    if (units === null)
      throw new Error(`${demo.name}: ${amount} ${demo.unit} is no whole number of base units`);
    return units;
  };
  const now = Date.now();
  return {
    farm: {
      _id: new Types.ObjectId(farm._id),
      name: farm.name,
      slug: farm.slug,
      certification: farm.certification,
    },
    listed: true,
    name: demo.name,
    description: demo.description,
    category: demo.category,
    organic: demo.organic,
    price: demo.priceCents,
    unit: demo.unit,
    step: base(demo.step),
    minimum: base(demo.minimum),
    onHand: base(demo.stock),
    lowAt: base(demo.lowStockAt),
    images: [demo.picture],
    harvestedAt:
      demo.hoursSinceHarvest === null ? null : new Date(now - demo.hoursSinceHarvest * HOUR_MS),
    bestBefore:
      demo.daysUntilBestBefore === null
        ? null
        : new Date(now + demo.daysUntilBestBefore * 24 * HOUR_MS),
    allergens: demo.allergens,
    storage: demo.storage,
    nutrition: demo.nutrition,
    features: demo.features,
    status: 'live',
  };
}
