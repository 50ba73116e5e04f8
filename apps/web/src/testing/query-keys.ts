import type { ContactStatus, FarmStatus, QueueJobsQuery } from '#libs/contracts';
import { addressesQueryOptions } from '../entities/address-book';
import {
  orderConversationsQueryOptions,
  unreadConversationsQueryOptions,
} from '../entities/conversations';
import {
  cohortsQueryOptions,
  farmSalesQueryOptions,
  farmStatsQueryOptions,
  handoversQueryOptions,
  orderStatsQueryOptions,
  salesQueryOptions,
  userStatsQueryOptions,
} from '../features/analytics/queries';
import { cartQueryOptions } from '../features/cart/cart';
import { holdQueryOptions } from '../features/cart/checkout/hold';
import { favouritesQueryOptions } from '../features/catalogue/favourites/favourites';
import { messagesQueryOptions } from '../features/content/messages/messages';
import {
  messageReportsQueryOptions,
  messagesQueryOptions as threadQueryOptions,
} from '../features/conversations/conversations';
import { creditEntriesQueryOptions, creditQueryOptions } from '../features/credit/credit';
import { applicationsQueryOptions } from '../features/farms/applications/applications';
import { farmDirectoryQueryOptions, farmQueryOptions } from '../features/farms/farms';
import { ownFarmQueryOptions } from '../features/farms/own-farm';
import {
  allSlotsQueryOptions,
  ownSlotsQueryOptions,
  schedulesQueryOptions,
} from '../features/fulfilment/days';
import { inboxQueryOptions } from '../features/inbox/inbox';
import { jobsQueryOptions } from '../features/jobs/jobs';
import {
  correctionsQueryOptions,
  farmBalancesQueryOptions,
  moneyDeskQueryOptions,
  statementQueryOptions,
  statementsQueryOptions,
  waitingPaymentsQueryOptions,
} from '../features/money/money';
import { orderQueryOptions, ordersQueryOptions } from '../features/orders/orders';
import { orderPaymentsQueryOptions } from '../features/orders/payment/payments';
import { receiptQueryOptions } from '../features/orders/receipt/receipt';
import { orderProblemsQueryOptions, problemsQueryOptions } from '../features/problems/problems';
import {
  allProductsQueryOptions,
  ownProductsQueryOptions,
  stockCheckQueryOptions,
} from '../features/products/product-queries';
import { allReviewsQueryOptions, farmReviewsQueryOptions } from '../features/reviews/reviews';
import { auditQueryOptions, usersQueryOptions } from '../features/users/users';
import { farmsOfQueryOptions, farmsQueryOptions } from '../lib/api/public-data';

type Options = { readonly queryKey: readonly unknown[] };
/** Untyped, because specs set any data. */
const key = ({ queryKey }: Options): readonly unknown[] => queryKey;

/** The query keys of the features, for specs. */
export const queryKeys = {
  cart: key(cartQueryOptions()),
  hold: key(holdQueryOptions()),
  credit: key(creditQueryOptions()),
  creditEntries: key(creditEntriesQueryOptions()),
  orders: (filter: Parameters<typeof ordersQueryOptions>[0]) => key(ordersQueryOptions(filter)),
  order: (id: string) => key(orderQueryOptions(id)),
  orderPayments: (id: string) => key(orderPaymentsQueryOptions(id)),
  receipt: (id: string) => key(receiptQueryOptions(id)),
  users: (filter: Parameters<typeof usersQueryOptions>[0]) => key(usersQueryOptions(filter)),
  orderStats: key(orderStatsQueryOptions()),
  userStats: key(userStatsQueryOptions()),
  inbox: key(inboxQueryOptions()),
  addresses: key(addressesQueryOptions()),
  farms: key(farmsQueryOptions()),
  farmsOf: (ids: readonly string[]) => key(farmsOfQueryOptions(ids)),
  farmDirectory: (q: string) => key(farmDirectoryQueryOptions(q)),
  farm: (slug: string) => key(farmQueryOptions(slug)),
  schedules: key(schedulesQueryOptions()),
  ownSlots: key(ownSlotsQueryOptions()),
  allSlots: (filter: Parameters<typeof allSlotsQueryOptions>[0]) =>
    key(allSlotsQueryOptions(filter)),
  ownFarm: key(ownFarmQueryOptions()),
  applications: (status: FarmStatus) => key(applicationsQueryOptions(status)),
  contactMessages: (filter: { status?: ContactStatus }) => key(messagesQueryOptions(filter)),
  audit: (filter: Parameters<typeof auditQueryOptions>[0]) => key(auditQueryOptions(filter)),
  ownProducts: (filter: Parameters<typeof ownProductsQueryOptions>[0]) =>
    key(ownProductsQueryOptions(filter)),
  allProducts: (filter: Parameters<typeof allProductsQueryOptions>[0]) =>
    key(allProductsQueryOptions(filter)),
  sales: (query: Parameters<typeof salesQueryOptions>[0]) => key(salesQueryOptions(query)),
  farmSales: (query: Parameters<typeof farmSalesQueryOptions>[0]) =>
    key(farmSalesQueryOptions(query)),
  cohorts: key(cohortsQueryOptions()),
  handovers: (query: Parameters<typeof handoversQueryOptions>[0]) =>
    key(handoversQueryOptions(query)),
  farmStats: (days: number) => key(farmStatsQueryOptions(days)),
  farmReviews: (answered: boolean | undefined) => key(farmReviewsQueryOptions(answered)),
  allReviews: (hidden: boolean | undefined) => key(allReviewsQueryOptions(hidden)),
  jobs: ({ queue, state }: Pick<QueueJobsQuery, 'queue' | 'state'>) =>
    key(jobsQueryOptions(queue, state)),
  stockCheck: key(stockCheckQueryOptions()),
  statements: (farm: string) => key(statementsQueryOptions(farm)),
  statement: (farm: string, month: string) => key(statementQueryOptions(farm, month)),
  moneyDesk: key(moneyDeskQueryOptions()),
  waitingPayments: key(waitingPaymentsQueryOptions()),
  farmBalances: key(farmBalancesQueryOptions()),
  corrections: (status: Parameters<typeof correctionsQueryOptions>[0]) =>
    key(correctionsQueryOptions(status)),
  orderConversations: (order: string) => key(orderConversationsQueryOptions(order)),
  unreadConversations: (side: 'customer' | 'farm') => key(unreadConversationsQueryOptions(side)),
  thread: (...of: Parameters<typeof threadQueryOptions>) => key(threadQueryOptions(...of)),
  messageReports: (...of: Parameters<typeof messageReportsQueryOptions>) =>
    key(messageReportsQueryOptions(...of)),
  orderProblems: (order: string) => key(orderProblemsQueryOptions(order)),
  problems: (...of: Parameters<typeof problemsQueryOptions>) => key(problemsQueryOptions(...of)),
  favourites: key(favouritesQueryOptions()),
};
