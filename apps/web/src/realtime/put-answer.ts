import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type {
  ContactMessageDto,
  OrderDto,
  OwnFarmDto,
  OwnProductDto,
  OwnReviewDto,
  ProductDto,
  ReviewDto,
  UserDto,
} from '#libs/contracts';
import { filterOf, isRecord, mapPages } from './cache';
import { Facts } from './facts';
import { mergeOrder } from './order-patch';
import { byName, ownMatcher } from './product-rows';
import { matcher } from './reconcile';
import { currentAllReviews, currentFarmReviews } from './review-patch';
import { newestFirst, newestPlaced, reconcileRows } from './rows';

/** Brings an order that the server answered into every cache that holds or should hold it. */
export function putOrder(client: QueryClient, answer: OrderDto): void {
  put(client, ['orders'], 'orders', answer, mergeOrder, by('status'), newestPlaced);
}

/** The same for a user. */
export function putUser(client: QueryClient, answer: UserDto): void {
  put(client, ['users'], 'users', answer, newer, by('role', 'status'));
}

/**
 * The same for a product of the reader's own farm, or one that an admin changed. Of two equally old copies the
 * answer is the better one: events do not tell all that its farm knows.
 */
export function putProduct(client: QueryClient, answer: OwnProductDto): void {
  put<ProductDto>(client, ['products'], 'products', answer, newer, null);
  const merge = (cached: OwnProductDto) => (answer.version >= cached.version ? answer : cached);
  const belongs = (key: QueryKey) => ownMatcher(key, answer.farmId);
  put(client, ['own-products', 'all-products'], 'products', answer, merge, belongs, byName);
}

/** The same for a farm that asked to sell. */
export function putApplication(client: QueryClient, answer: OwnFarmDto): void {
  put(client, ['applications'], 'applications', answer, newer, by('status'));
}

/** The same for a contact message. */
export function putMessage(client: QueryClient, answer: ContactMessageDto): void {
  put(client, ['contact-messages'], 'messages', answer, newer, by('status'));
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
  belongs: ((key: QueryKey) => ((row: Row) => boolean) | null) | null,
  compare: (a: Row, b: Row) => number = newestFirst,
): void {
  const current = (row: Row) => (row._id === answer._id ? merge(row, answer) : row);
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().getAll()) {
      const { data } = query.state;
      if (data === undefined || !roots.includes(String(query.queryKey[0]))) continue;
      const matches = belongs?.(query.queryKey);
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

/** A list takes in what its filter by these fields lets in. */
function by<Row extends object>(...fields: (keyof Row & string)[]) {
  return (key: QueryKey) => matcher<Row>(filterOf(key), fields);
}

/** The newer of two copies; of two that are equally old, the one that is here already. */
function newer<Thing extends { version: number }>(cached: Thing, answer: Thing): Thing {
  return answer.version > cached.version ? answer : cached;
}
