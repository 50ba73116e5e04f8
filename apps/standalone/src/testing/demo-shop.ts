import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { RebuildService } from '#libs/analytics';
import { ConversationsService } from '#libs/conversations';
import { FarmApplicationsService, FarmsImport, FarmsService } from '#libs/farms';
import { FavouritesImport } from '#libs/favourites';
import { CalendarsService, SchedulesService } from '#libs/fulfilment';
import { ContactService } from '#libs/notifications';
import { OrdersImport, PartChangesService } from '#libs/orders';
import { CardsImport, OrderBooks } from '#libs/payments';
import { PLATFORM_CONFIG } from '#libs/platform';
import { ProblemsService } from '#libs/problems';
import { ProductsImport, ProductsService } from '#libs/products';
import { ReviewsImport } from '#libs/reviews';
import type { HttpClient, Marketplace } from '#libs/testing';
import { AddressesService, Memberships, UsersImport, UsersService } from '#libs/users';
import { DemoConversations } from '../demo/conversations.js';
import { DemoHistory } from '../demo/history.js';
import { DemoProblems } from '../demo/problems.js';
import { DemoRefund } from '../demo/refund.js';
import { DemoRequests } from '../demo/requests.js';
import { DemoSeed, SEED, type Seed, seedSchema } from '../demo/seed.js';

/** Accounts whose tokens the test identity accepts. */
export const accounts = {
  createAccount: async ({ email }: { email: string }) => `test-${email}`,
  hashPassword: async () => 'a hash',
};

/** A client of a person of the demo, such as `emma.castillo`. */
export const demoClient = (market: Marketplace, who: string): HttpClient =>
  market.visitor.as(`test-${who}@demo.farmgate.test`);

/** The demo's seed, for a marketplace that was opened without the demo. */
export function demoSeedOf({ app }: Marketplace): DemoSeed {
  const history = new DemoHistory(
    app.get(FarmsImport),
    app.get(ProductsImport),
    app.get(OrdersImport),
    app.get(ReviewsImport),
    app.get(FavouritesImport),
    app.get(SchedulesService),
    app.get(CalendarsService),
    app.get(RebuildService),
    app.get(OrderBooks),
    app.get(CardsImport),
    app.get(PLATFORM_CONFIG),
  );
  const requests = new DemoRequests(
    app.get(UsersService),
    app.get(FarmsService),
    app.get(FarmApplicationsService),
    app.get(ContactService),
  );
  return new DemoSeed(
    app.get<Connection>(getConnectionToken()).model<Seed>(SEED, seedSchema),
    app.get(UsersImport),
    app.get(UsersService),
    app.get(Memberships),
    app.get(FarmsService),
    app.get(ProductsService),
    app.get(AddressesService),
    history,
    new DemoRefund(app.get(OrdersImport), app.get(PartChangesService)),
    new DemoProblems(app.get(OrdersImport), app.get(ProblemsService)),
    new DemoConversations(app.get(OrdersImport), app.get(ConversationsService)),
    requests,
  );
}
