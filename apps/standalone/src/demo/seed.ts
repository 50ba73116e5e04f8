import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { UserDto } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import type { BuiltInProvider } from '#libs/identity';
import type { ClientSession } from '#libs/platform';
import { ProductsService } from '#libs/products';
import { type User, UsersService } from '#libs/users';
import { DEMO_PASSWORD, demoFarms, demoPeople, demoProducts } from './catalogue.js';
import type { DemoFarm, DemoPerson } from './demo-types.js';
import { DemoHistory, HISTORY_DAYS } from './history.js';
import { newProduct } from './new-product.js';

const SEEDS = 'seeds';
/** Before the first of their orders. */
const JOINED = new Date(Date.now() - (HISTORY_DAYS + 30) * 86_400_000);
type Accounts = Pick<BuiltInProvider, 'createAccount' | 'hashPassword'>;

/** Fills an empty database with the demo marketplace, through the same services as the API, and its past in bulk. */
@Injectable()
export class DemoSeed {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly users: UsersService,
    private readonly farms: FarmsService,
    private readonly products: ProductsService,
    private readonly history: DemoHistory,
  ) {}

  /** Seeds unless there are users of somebody else's making; goes on where an earlier run was cut short. Answers whether it did. */
  async run(identity: Accounts): Promise<boolean> {
    const seeds = this.connection.collection<{ _id: string; done: boolean }>(SEEDS);
    const seed = await seeds.findOne({ _id: 'demo' });
    if (seed?.done || (!seed && (await this.connection.collection('users').findOne({}))))
      return false;
    await seeds.updateOne({ _id: 'demo' }, { $set: { done: false } }, { upsert: true });
    const hash = await identity.hashPassword(DEMO_PASSWORD);
    const users = await Promise.all(demoPeople.map((person) => this.join(identity, person, hash)));
    await this.history.write(users);
    await seeds.updateOne({ _id: 'demo' }, { $set: { done: true } });
    return true;
  }

  private async join(identity: Accounts, person: DemoPerson, hash: string): Promise<UserDto> {
    const { role, firstName, lastName, email } = person;
    const account = { email, password: DEMO_PASSWORD, name: `${firstName} ${lastName}` };
    const subject = await identity.createAccount(account, hash);
    const farm = demoFarms.find(({ slug }) => slug === person.farmSlug);
    // A farmer, the farm and its products are one transaction: a run that was cut short left all of them or none.
    return this.users.register(
      { subject, email, firstName, lastName, imageUrl: null, role, createdAt: JOINED },
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
