import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type {
  ContactMessageDto,
  OrderDto,
  OwnFarmDto,
  OwnReviewDto,
  ProductDto,
  ReviewDto,
  UserDto,
} from '#libs/contracts';
import { filterOf, isRecord, mapPages } from './cache';
import { Facts } from './facts';
import { mergeOrder } from './order-patch';
import { matcher } from './reconcile';
import { currentAllReviews, currentFarmReviews } from './review-patch';
import { newestFirst, newestPlaced, reconcileRows } from './rows';

/** Brings an order that the server answered into every cache that holds or should hold it. */
export function putOrder(client: QueryClient, answer: OrderDto): void {
  put(client, ['orders'], 'orders', answer, mergeOrder, ['status'], newestPlaced);
}

/** The same for a user. */
export function putUser(client: QueryClient, answer: UserDto): void {
  put(client, ['users'], 'users', answer, newer, ['role', 'status']);
}

/** The same for a product; lists keep their rows, because only the server knows where a product belongs. */
export function putProduct(client: QueryClient, answer: ProductDto): void {
  put(client, ['products', 'own-products', 'all-products'], 'products', answer, newer, null);
}

/** The same for a farm that asked to sell. */
export function putApplication(client: QueryClient, answer: OwnFarmDto): void {
  put(client, ['applications'], 'applications', answer, newer, ['status']);
}

/** The same for a contact message. */
export function putMessage(client: QueryClient, answer: ContactMessageDto): void {
  put(client, ['contact-messages'], 'messages', answer, newer, ['status']);
}

/** The same for a review that the farm has replied to. */
export function putFarmReview(client: QueryClient, answer: ReviewDto): void {
  const facts = new Facts();
  facts.learnReview(answer);
  putReviews(client, 'farm-reviews', (data, { answered }) =>
    currentFarmReviews(data, answered, answer.farmId, facts),
  );
}

/** The same for a review that an admin took from view or brought back. */
export function putAnyReview(client: QueryClient, answer: OwnReviewDto): void {
  const facts = new Facts();
  facts.learnOwnReview(answer);
  putReviews(client, 'all-reviews', (data, { hidden }) => currentAllReviews(data, hidden, facts));
}

function putReviews(
  client: QueryClient,
  root: string,
  change: (data: unknown, filter: Record<string, unknown>) => unknown,
): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll({ queryKey: [root] })) {
      const { data } = query.state;
      const next = data === undefined ? data : change(data, filterOf(query.queryKey));
      if (next !== data) query.setState({ data: next });
    }
  });
}

/** Shows a change before the server has answered; the caller takes it back when it is refused. */
export function showOrder(
  client: QueryClient,
  id: string,
  change: (order: OrderDto) => OrderDto,
): void {
  const merge = (order: OrderDto) => change(order);
  put(client, ['orders'], 'orders', { _id: id } as OrderDto, merge, null);
}

function put<Row extends { _id: string }>(
  client: QueryClient,
  roots: readonly string[],
  name: string,
  answer: Row,
  merge: (cached: Row, answer: Row) => Row,
  filters: readonly (keyof Row & string)[] | null,
  compare: (a: Row, b: Row) => number = newestFirst,
): void {
  const current = (row: Row) => (row._id === answer._id ? merge(row, answer) : row);
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().getAll()) {
      const { data } = query.state;
      if (data === undefined || !roots.includes(String(query.queryKey[0]))) continue;
      const matches = filters && matcher<Row>(filterOf(query.queryKey), filters);
      const next =
        isRecord(data) && data._id === answer._id
          ? current(data as Row)
          : mapPages<Row>(data, name, (pages) =>
              reconcileRows(pages, {
                current,
                matches: matches ?? (() => true),
                known: matches ? [answer] : [],
                compare,
              }),
            );
      if (next !== data) query.setState({ data: next });
    }
  });
}

/** The newer of two copies; of two that are equally old, the one that is here already. */
function newer<Thing extends { version: number }>(cached: Thing, answer: Thing): Thing {
  return answer.version > cached.version ? answer : cached;
}
