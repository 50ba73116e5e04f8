import {
  type ConversationSide,
  type Id,
  isLive,
  type OrderDto,
  type OrderProblem,
  type PackingOrderDto,
  type Role,
  type StopDto,
} from '#libs/contracts';
import { calendarQueryOptions } from '../../apps/web/src/entities/calendars';
import {
  orderConversationsQueryOptions,
  unreadConversationsQueryOptions as unread,
} from '../../apps/web/src/entities/conversations';
import {
  farmStatsQueryOptions,
  handoversQueryOptions,
  orderStatsQueryOptions,
  productStatsQueryOptions,
  salesQueryOptions,
  userStatsQueryOptions,
} from '../../apps/web/src/features/analytics/queries';
import { cartQueryOptions } from '../../apps/web/src/features/cart/cart';
import { holdQueryOptions } from '../../apps/web/src/features/cart/checkout/hold';
import { productsQueryOptions } from '../../apps/web/src/features/catalogue/products';
import { messagesQueryOptions } from '../../apps/web/src/features/conversations/conversations';
import {
  creditEntriesQueryOptions,
  creditQueryOptions,
} from '../../apps/web/src/features/credit/credit';
import {
  packingOrdersQueryOptions,
  stopsQueryOptions,
} from '../../apps/web/src/features/crew/crew';
import { ownFarmQueryOptions } from '../../apps/web/src/features/farms/own-farm';
import {
  allSlotsQueryOptions,
  ownSlotsQueryOptions,
  schedulesQueryOptions,
} from '../../apps/web/src/features/fulfilment/days';
import { inboxQueryOptions } from '../../apps/web/src/features/inbox/inbox';
import {
  farmBalancesQueryOptions,
  moneyDeskQueryOptions,
  payoutsQueryOptions,
  statementsQueryOptions,
} from '../../apps/web/src/features/money/money';
import {
  openOrdersQueryOptions,
  orderQueryOptions,
  ordersQueryOptions,
  pickListQueryOptions,
} from '../../apps/web/src/features/orders/orders';
import { orderPaymentsQueryOptions } from '../../apps/web/src/features/orders/payment/payments';
import {
  orderProblemsQueryOptions,
  problemsQueryOptions,
} from '../../apps/web/src/features/problems/problems';
import {
  allProductsQueryOptions,
  ownProductsQueryOptions,
  stockCheckQueryOptions,
} from '../../apps/web/src/features/products/product-queries';
import {
  allReviewsQueryOptions,
  farmReviewsQueryOptions,
  ownReviewsQueryOptions,
} from '../../apps/web/src/features/reviews/reviews';
import { auditQueryOptions, usersQueryOptions } from '../../apps/web/src/features/users/users';
import { farmsQueryOptions } from '../../apps/web/src/lib/api/public-data';
import { cards, list, one, type Screen } from './screens';

/** The first page of the shop. */
export const shelf = productsQueryOptions({ limit: 24 });
export const board = openOrdersQueryOptions();
/** The products of a farm. */
export const ownProducts = ownProductsQueryOptions();

const inbox = () => list('inbox', inboxQueryOptions(), (page) => page.notifications);
/** The orders that a person can see. */
export const allOrders = ordersQueryOptions();
const orders = (name: string, options = allOrders) => list(name, options, (page) => page.orders);
/** A farm receives only events of its own part, so it does not know the order's version. */
const withoutVersion = ({ version: _, ...order }: OrderDto) => order;

/** What a customer can spend. */
export const credit = creditQueryOptions();
/** How the own farm is paid. */
export const payouts = payoutsQueryOptions();
export { unread };

/** The conversations with unread messages: those that are read stay until the next visit. */
const unreadOf = (side: ConversationSide): Screen =>
  one('unread messages', unread(side), ({ conversations }) =>
    conversations
      .filter((conversation) => conversation.unread[side] > 0)
      .sort((a, b) => (a._id < b._id ? -1 : 1)),
  );
/** The reports that a farm, or an admin, has to answer. */
export const openReports = {
  mine: problemsQueryOptions('mine', 'open'),
  all: problemsQueryOptions('all', 'open'),
};
const reports = (of: keyof typeof openReports): Screen[] => [
  list('open reports', openReports[of], ({ problems }) => problems, {
    matches: ({ status }: OrderProblem) => status === 'open',
  }),
  list('answered reports', problemsQueryOptions(of, 'answered'), ({ problems }) => problems),
];

/** The farms in the shop, and the days of one. */
export const allFarms = farmsQueryOptions();
export const daysOf = (farmId: Id): Screen =>
  one('days of a farm', calendarQueryOptions(farmId), (calendar) => {
    // What is over or closed goes with the next change of the calendar.
    const slots = calendar?.slots.filter((slot) => slot.state === 'open' && isAhead(slot));
    return { ...calendar, slots };
  });
const isAhead = ({ endAt }: { endAt: string }) => Date.parse(endAt) > Date.now();

/** What a packer and a driver work from. */
export const packing = packingOrdersQueryOptions();
export const round = stopsQueryOptions();

/** Nor do those who pack and drive for it. */
const withoutOrder = <Row extends PackingOrderDto | StopDto>({ orderVersion: _, ...row }: Row) =>
  row;

/** The screens of those who pack or drive for a farm. */
export const crewScreens = (role: 'packer' | 'driver'): Screen[] => [
  role === 'packer'
    ? one('packing', packing, ({ orders, total }) => ({ orders: orders.map(withoutOrder), total }))
    : {
        // in the order of a round that is planned with each visit; what is over stays until then
        ...one('stops', round, ({ stops }) =>
          stops
            .filter(
              ({ status, slot }) => isLive(status) && (slot !== null || status !== 'delivered'),
            )
            .sort((a, b) => (a._id < b._id ? -1 : 1))
            .map(withoutOrder),
        ),
        daily: true,
      },
];

/** The screens that people of a role keep open, more than a single page shows at a time. */
const screens: Record<Role, () => Screen[]> = {
  customer: () => [
    cards('shop', shelf),
    one('farms', allFarms),
    one('cart', cartQueryOptions()),
    // the countdown runs without events
    one('checkout', holdQueryOptions(), ({ hold }) =>
      hold?.status === 'open' ? { ...hold, secondsLeft: 0 } : null,
    ),
    orders('orders'),
    list('active orders', ordersQueryOptions({ status: 'Processing' }), (page) => page.orders, {
      matches: ({ status }) => status === 'Processing',
    }),
    // no screen shows the number of possible reviews
    one('own reviews', ownReviewsQueryOptions(), ({ reviews }) => reviews),
    one('store credit', credit),
    list('changes of store credit', creditEntriesQueryOptions(), ({ entries }) => entries),
    unreadOf('customer'),
    inbox(),
  ],
  farmer: () => [
    list('board', board, (page) => page.orders, {
      seen: withoutVersion,
      matches: ({ status }) => status === 'Processing',
    }),
    list('own products', ownProducts, (page) => page.products),
    // top products are not live
    {
      ...one(
        'figures of the farm',
        farmStatsQueryOptions(30),
        ({ topProducts: _, ...live }) => live,
      ),
      daily: true,
    },
    one('pick list', pickListQueryOptions({})),
    one('own farm', ownFarmQueryOptions()),
    one('schedules', schedulesQueryOptions()),
    one('slots', ownSlotsQueryOptions(), ({ slots }) => slots.filter(isAhead)),
    one('statements', statementsQueryOptions('mine')),
    one('payouts', payouts),
    ...reports('mine'),
    list('reviews of the farm', farmReviewsQueryOptions(undefined), (page) => page.reviews),
    unreadOf('farm'),
    inbox(),
  ],
  admin: () => [
    one('figures of orders', orderStatsQueryOptions()),
    one('figures of users', userStatsQueryOptions()),
    one('figures of products', productStatsQueryOptions()),
    { ...one('sales', salesQueryOptions({})), daily: true },
    { ...one('sales by day of hand-over', handoversQueryOptions({})), daily: true },
    orders('all orders'),
    list('calendar', allSlotsQueryOptions({}), ({ slots }) => slots, {
      matches: isAhead,
      withoutTotal: true,
    }),
    list('all products', allProductsQueryOptions(), (page) => page.products),
    list('users', usersQueryOptions(), (page) => page.users),
    ...reports('all'),
    list('all reviews', allReviewsQueryOptions(undefined), (page) => page.reviews),
    list('audit log', auditQueryOptions({}), (page) => page.entries),
    one('stock check', stockCheckQueryOptions()),
    // the page sums what it is owed from the list of farms
    one(
      'money desk',
      moneyDeskQueryOptions(),
      ({ owedByFarms: _, owedToFarms: __, ...desk }) => desk,
    ),
    // sorted by the visit, not by each change
    one('what farms are owed', farmBalancesQueryOptions(), ({ farms }) =>
      farms.toSorted((one, other) => (one.farmId < other.farmId ? -1 : 1)),
    ),
    inbox(),
  ],
};

export function screensOf(role: Role): Screen[] {
  return screens[role]();
}

/** The page of an order, of its customer. */
export function orderScreens({ _id, parts, payment }: OrderDto): Screen[] {
  const screens = [
    one('order', orderQueryOptions(_id)),
    one('reports of an order', orderProblemsQueryOptions(_id)),
    one('conversations of an order', orderConversationsQueryOptions(_id)),
    ...parts.map((part) =>
      list(
        'messages about a part',
        messagesQueryOptions({ orderId: _id, partId: part._id }),
        ({ messages }) => messages,
      ),
    ),
  ];
  if (payment.method !== 'card') return screens;
  // what a page does not show of a payment changes its version without an event
  const payments = one('payments of an order', orderPaymentsQueryOptions(_id), (page) =>
    page.payments.map(({ version: _, ...shown }) => shown),
  );
  return [...screens, payments];
}
