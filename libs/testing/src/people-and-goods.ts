import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Types } from 'mongoose';
import type {
  AddSchedule,
  FarmRole,
  Fulfilment,
  Id,
  OrderDto,
  OwnSlotDto,
  PlaceOrder,
  Role,
  ScheduleDto,
  Unit,
  UserDto,
} from '#libs/contracts';
import {
  orderDtoSchema,
  ownSlotsSchema,
  scheduleDtoSchema,
  toThousandths,
  userDtoSchema,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { Transactions } from '#libs/platform';
import { type NewProduct, type Product, ProductsService } from '#libs/products';
import { Memberships, UsersImport, UsersService } from '#libs/users';
import type { HttpClient } from './http-client.js';
import { ADDRESS, EVERY_DAY, FARM, PRODUCT } from './samples.js';
import { emailOf } from './test-identity.js';

/** A farm with its farmer, ready to sell. */
export interface TestFarm {
  readonly id: Id;
  readonly slug: string;
  readonly farmer: TestPerson;
}
/** A signed-in user, with a client that calls as them. */
export interface TestPerson {
  readonly user: UserDto;
  readonly client: HttpClient;
  /** The provider's id of the account. */
  readonly subject: string;
}

export type ProductWish = Partial<
  Pick<
    NewProduct,
    'name' | 'price' | 'unit' | 'status' | 'listed' | 'category' | 'organic' | 'harvestedAt'
  >
> & {
  stock?: number;
  step?: number;
  minimum?: number;
  lowAt?: number;
};

/** Creates the people, farms, products and orders of a test. */
export abstract class PeopleAndGoods {
  abstract readonly app: NestFastifyApplication;
  abstract readonly visitor: HttpClient;
  private people = 0;

  /** The bearer token of an account. */
  protected abstract tokenOf(subject: string): Promise<string>;

  /** Places an order as this customer; throws if it is rejected. */
  async order(
    customer: TestPerson,
    items: readonly (readonly [product: Product, quantity: number])[],
    more: Partial<PlaceOrder> = {},
  ): Promise<OrderDto> {
    const body: PlaceOrder = {
      items: items.map(([product, quantity]) => ({ productId: product._id.toString(), quantity })),
      address: ADDRESS,
      ...more,
    };
    const answer = await customer.client.post('/orders', body, { 'idempotency-key': randomUUID() });
    if (answer.status !== 201)
      throw new Error(`the order was refused: ${JSON.stringify(answer.body)}`);
    return orderDtoSchema.parse(answer.body);
  }

  /** A client with a token of this account, whether or not it is a user here. */
  async signedIn(subject: string): Promise<HttpClient> {
    return this.visitor.as(await this.tokenOf(subject));
  }

  /** A new user of this role, created as by a sign-in; an admin as by the seed. */
  async person(role: Role): Promise<TestPerson> {
    const subject = `test-${role}-${++this.people}`;
    const client = await this.signedIn(subject);
    if (role === 'admin') {
      const [firstName, lastName] = ['Ada', 'Admin'];
      await this.app.get(UsersService).register({
        subject,
        email: emailOf(subject),
        firstName,
        lastName,
        imageUrl: null,
        role,
      });
    }
    const { body, status } = await client.post('/users/initialize', {
      clerkId: subject,
      email: emailOf(subject),
      role: role === 'admin' ? 'customer' : role,
    });
    if (status !== 200) throw new Error(`initialize answered ${status}: ${JSON.stringify(body)}`);
    return { user: userDtoSchema.parse(body), client, subject };
  }

  /** A customer, an admin and two farms. */
  async cast(): Promise<{
    customer: TestPerson;
    admin: TestPerson;
    farm: TestFarm;
    other: TestFarm;
  }> {
    const [customer, admin, farm, other] = await Promise.all([
      this.person('customer'),
      this.person('admin'),
      this.farm(),
      this.farm(),
    ]);
    return { customer, admin, farm, other };
  }

  /** Creates many customers at once, without events. */
  async crowd(size: number): Promise<TestPerson[]> {
    const people = Array.from({ length: size }, () => {
      const subject = `test-customer-${++this.people}`;
      const names = { firstName: 'Cleo', lastName: `Crowd ${this.people}` };
      const rights = { role: 'customer' as const, farmId: null };
      const _id = new Types.ObjectId();
      return { _id, subject, email: emailOf(subject), ...names, ...rights, createdAt: new Date() };
    });
    await this.app.get(UsersImport).add(people);
    const users = this.app.get(UsersService);
    return Promise.all(
      people.map(async ({ _id, subject }) => ({
        user: await users.get(_id.toString()),
        client: await this.signedIn(subject),
        subject,
      })),
    );
  }

  /** An approved farm and its farmer. */
  async farm(fulfilment: Fulfilment[] = ['delivery', 'pickup']): Promise<TestFarm> {
    const subject = `test-farmer-${++this.people}`;
    const slug = `farm-${this.people}`;
    const users = this.app.get(UsersService);
    let id = '';
    const registered = await users.register(
      {
        subject,
        email: emailOf(subject),
        firstName: 'Fay',
        lastName: `Farmer ${this.people}`,
        imageUrl: null,
        role: 'farmer',
      },
      async (user, session) => {
        const farm = await this.app
          .get(FarmsService)
          .create(session, user._id, { ...FARM, slug, name: `Farm ${slug}`, fulfilment });
        id = farm._id.toString();
      },
    );
    return {
      id,
      slug,
      farmer: {
        user: await users.get(registered._id),
        client: await this.signedIn(subject),
        subject,
      },
    };
  }

  /** A customer who works for a farm as this, and acts for it. */
  async member({ id }: TestFarm, role: FarmRole): Promise<TestPerson> {
    const person = await this.person('customer');
    const userId = new Types.ObjectId(person.user._id);
    await this.app
      .get(Transactions)
      .run((session) =>
        this.app.get(Memberships).add(session, userId, { farmId: new Types.ObjectId(id), role }),
      );
    return { ...person, user: await this.app.get(UsersService).get(person.user._id) };
  }

  /** A schedule of a farm: {@link EVERY_DAY} with these changes. */
  async schedule({ farmer }: TestFarm, changes: Partial<AddSchedule> = {}): Promise<ScheduleDto> {
    const answer = await farmer.client.post('/schedules', { ...EVERY_DAY, ...changes });
    if (answer.status !== 201)
      throw new Error(`the schedule was refused: ${JSON.stringify(answer.body)}`);
    return scheduleDtoSchema.parse(answer.body);
  }

  /** A farm's own slots that are not over, soonest first. */
  async slots({ farmer }: TestFarm): Promise<OwnSlotDto[]> {
    return ownSlotsSchema.parse((await farmer.client.get('/slots/mine')).body).slots;
  }

  /** A live product of a farm; amounts in `unit`, price in cents. */
  async product(
    farm: TestFarm,
    {
      stock = 100,
      unit = 'each' as Unit,
      step = 1,
      minimum = step,
      lowAt = 5,
      ...rest
    }: ProductWish = {},
  ): Promise<Product> {
    const farmRef = {
      _id: new Types.ObjectId(farm.id),
      name: `Farm ${farm.slug}`,
      slug: farm.slug,
      certification: null,
      holidayUntil: null,
    };
    const product = {
      ...PRODUCT,
      ...rest,
      farm: farmRef,
      unit,
      step: toThousandths(step),
      minimum: toThousandths(minimum),
      lowAt: toThousandths(lowAt),
      onHand: toThousandths(stock),
    };
    return this.app
      .get(Transactions)
      .run((session) => this.app.get(ProductsService).create(session, product));
  }
}
