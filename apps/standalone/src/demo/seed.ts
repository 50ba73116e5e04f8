import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, Types } from 'mongoose';
import type { UserDto } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import type { BuiltInProvider } from '#libs/identity';
import type { ClientSession } from '#libs/platform';
import { ProductsService } from '#libs/products';
import { AddressesService, Memberships, type User, UsersImport, UsersService } from '#libs/users';
import { addressOf } from '../history/past-orders.js';
import { demoApplicant } from './applicant.js';
import { type DemoFarm, demoFarms, demoProducts } from './catalogue.js';
import { DemoConversations } from './conversations.js';
import { DemoHistory, HISTORY_DAYS } from './history.js';
import { newProduct } from './new-product.js';
import { DEMO_PASSWORD, type DemoPerson, demoCrew, demoPeople, demoPerson } from './people.js';
import { DemoProblems } from './problems.js';
import { DemoRefund } from './refund.js';
import { DemoRequests } from './requests.js';
import { onDay } from './seasons.js';

/** The progress of writing the demo marketplace. */
export interface Seed {
  _id: string;
  done: boolean;
}
export const SEED = 'Seed';
export const seedSchema = new Schema<Seed>(
  { _id: { type: String, required: true }, done: { type: Boolean, required: true } },
  { collection: 'seeds', versionKey: false },
);

/** When the demo users joined: before their first orders. */
const JOINED = new Date(Date.now() - (HISTORY_DAYS + 30) * 86_400_000);
type Accounts = Pick<BuiltInProvider, 'createAccount' | 'hashPassword'>;

/** Fills an empty database with the demo marketplace: through the services of the API, and its past in bulk. */
@Injectable()
export class DemoSeed {
  constructor(
    @InjectModel(SEED) private readonly seeds: Model<Seed>,
    private readonly people: UsersImport,
    private readonly users: UsersService,
    private readonly memberships: Memberships,
    private readonly farms: FarmsService,
    private readonly products: ProductsService,
    private readonly addresses: AddressesService,
    private readonly history: DemoHistory,
    private readonly refund: DemoRefund,
    private readonly problems: DemoProblems,
    private readonly conversations: DemoConversations,
    private readonly requests: DemoRequests,
  ) {}

  /** Seeds unless there are other users; resumes an interrupted run. Returns whether it wrote anything. */
  async run(identity: Accounts): Promise<boolean> {
    const seed = await this.seeds.findById('demo').lean<Seed>();
    // a demo of an older build has no crew
    if (seed?.done) await this.joinCrew(identity);
    if (seed?.done || (!seed && !(await this.people.isEmpty()))) return false;
    await this.seeds.updateOne({ _id: 'demo' }, { $set: { done: false } }, { upsert: true });
    const hash = await identity.hashPassword(DEMO_PASSWORD);
    const users = await Promise.all(demoPeople.map((person) => this.join(identity, person, hash)));
    await this.joinCrew(identity);
    await this.history.write(users);
    await this.refund.write(users);
    await this.problems.write(users);
    await this.conversations.write(users);
    await this.saveAddress(users);
    await this.requests.write(await identity.createAccount(accountOf(demoApplicant.person), hash));
    await this.seeds.updateOne({ _id: 'demo' }, { $set: { done: true } });
    return true;
  }

  private async join(identity: Accounts, person: DemoPerson, hash: string): Promise<UserDto> {
    const { role, firstName, lastName, email } = person;
    const subject = await identity.createAccount(accountOf(person), hash);
    const farm = demoFarms.find(({ slug }) => slug === person.farmSlug);
    // One transaction writes a farmer, the farm and its products, so an interrupted run has written all or none of
    // them.
    return this.users.register(
      { subject, email, firstName, lastName, imageUrl: null, role, createdAt: JOINED },
      farm && ((user, session) => this.open(user, farm, session)),
    );
  }

  /** Those who pack and drive for the demo farmer's farm, once. */
  private async joinCrew(identity: Accounts): Promise<void> {
    const owner = demoPerson('farmer');
    const ownerId = owner && (await this.users.idByEmail(owner.email));
    const farmId = ownerId && (await this.users.get(ownerId.toString())).farmId;
    if (!farmId || (await this.seeds.findById('demo-crew').lean<Seed>())) return;
    const hash = await identity.hashPassword(DEMO_PASSWORD);
    for (const one of demoCrew) {
      const { role, firstName, lastName, email, worksAs } = one;
      const subject = await identity.createAccount(accountOf(one), hash);
      const membership = { farmId: new Types.ObjectId(farmId), role: worksAs };
      await this.users.register(
        { subject, email, firstName, lastName, imageUrl: null, role, createdAt: JOINED },
        (user, session) => this.memberships.add(session, user._id, membership),
      );
    }
    await this.seeds.updateOne({ _id: 'demo-crew' }, { $set: { done: true } }, { upsert: true });
  }

  /** The address to which the demo customer's orders went. */
  private async saveAddress(users: readonly UserDto[]): Promise<void> {
    const customer = users.find(({ role }) => role === 'customer');
    if (customer)
      await this.addresses.add(customer._id, { recipient: customer.name, ...addressOf(0) });
  }

  private async open(owner: User, demo: DemoFarm, session: ClientSession): Promise<void> {
    const { owner: _, ...profile } = demo;
    const farm = await this.farms.create(session, owner._id, { ...profile, status: 'approved' });
    for (const one of demoProducts.filter(({ farmSlug }) => farmSlug === demo.slug)) {
      const { product, status } = onDay(one, new Date());
      await this.products.create(session, newProduct(product, farm, status));
    }
  }
}

const accountOf = ({ email, firstName, lastName }: DemoPerson) => ({
  email,
  password: DEMO_PASSWORD,
  name: `${firstName} ${lastName}`,
});
