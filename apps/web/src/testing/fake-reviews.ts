import {
  deletedReviewSchema,
  editReviewSchema,
  featuredReviewsSchema,
  type OwnReviewDto,
  ownReviewDtoSchema,
  ownReviewsPageSchema,
  type ProductDto,
  postReviewSchema,
  type ReceiptDto,
  receiptsPageSchema,
  reviewsPageSchema,
  summaryOf,
} from '#libs/contracts';
import { type FakeResponse, type Handler, ok, problem } from './fake-response';

/** The part of the fake server that reviews need. */
interface FakeServer {
  readonly products: readonly ProductDto[];
  reviews: OwnReviewDto[];
  receipts: ReceiptDto[];
  on(route: string, handler: Handler): void;
}

const fakeReviewId = (n: number) => `d${n.toString(16).padStart(23, '0')}`;

export function makeReview(
  product: ProductDto,
  n: number,
  patch: Partial<OwnReviewDto> = {},
): OwnReviewDto {
  return {
    _id: fakeReviewId(n),
    productId: product._id,
    productName: product.name,
    productImage: product.image,
    farmId: product.farmId,
    farmName: product.farmer,
    farmSlug: product.farmSlug,
    author: 'Maya R.',
    rating: 5,
    title: 'As picked',
    text: 'Sweet, firm and gone in two days.',
    reply: null,
    createdAt: '2026-11-10T09:00:00.000Z',
    editedAt: null,
    version: 1,
    orderId: `0${'0'.repeat(22)}9`,
    customerId: `a${'0'.repeat(22)}9`,
    editableUntil: new Date(Date.now() + 86_400_000).toISOString(),
    hiddenReason: null,
    ...patch,
  };
}

export function addReviewRoutes(server: FakeServer): void {
  const page = (of: (one: OwnReviewDto) => boolean, stars: string | null): FakeResponse => {
    const all = server.reviews.filter(of);
    const counts = [1, 2, 3, 4, 5].map((n) => all.filter((one) => one.rating === n).length);
    const reviews = all.filter((one) => stars === null || one.rating === Number(stars));
    const rating = summaryOf(counts);
    return ok(reviewsPageSchema, { reviews, nextCursor: null, total: reviews.length, rating });
  };
  server.on('GET /api/v1/reviews/featured', () =>
    ok(featuredReviewsSchema, { reviews: server.reviews.slice(0, 6) }),
  );
  server.on('GET /api/v1/products/:id/reviews', ({ params, query }) =>
    page((one) => one.productId === params.id, query.get('stars')),
  );
  server.on('GET /api/v1/farms/:slug/reviews', ({ params, query }) =>
    page((one) => one.farmSlug === params.slug, query.get('stars')),
  );
  server.on('GET /api/v1/reviews/mine', ({ query }) => {
    const order = query.get('order');
    const reviews = server.reviews.filter((one) => order === null || one.orderId === order);
    const waiting = server.receipts.length;
    return ok(ownReviewsPageSchema, { reviews, nextCursor: null, total: reviews.length, waiting });
  });
  server.on('GET /api/v1/reviews/mine/waiting', ({ query }) => {
    const order = query.get('order');
    const receipts = server.receipts.filter((one) => order === null || one.orderId === order);
    return ok(receiptsPageSchema, { receipts, nextCursor: null, total: receipts.length });
  });
  addReviewWriteRoutes(server);
}

function addReviewWriteRoutes(server: FakeServer): void {
  server.on('POST /api/v1/reviews', ({ body }) => {
    const { orderId, productId, rating, title = null, text } = postReviewSchema.parse(body);
    const product = server.products.find((one) => one._id === productId);
    const isReviewable = server.receipts.some(
      (one) => one.orderId === orderId && one.productId === productId,
    );
    if (product === undefined || !isReviewable) return problem('REVIEW_NOT_ALLOWED', 403);
    server.receipts = server.receipts.filter((one) => one.productId !== productId);
    const content = { orderId, rating, title, text };
    const review = makeReview(product, server.reviews.length + 1, content);
    server.reviews.unshift(review);
    return ok(ownReviewDtoSchema, review);
  });
  server.on('PATCH /api/v1/reviews/:id', ({ params, body }) => {
    const { version, ...words } = editReviewSchema.parse(body);
    const before = server.reviews.find((one) => one._id === params.id);
    if (before === undefined) return problem('REVIEW_NOT_FOUND', 404);
    if (before.version !== version) return problem('VERSION_CONFLICT', 409);
    const after = { ...before, ...words, version: version + 1 } as OwnReviewDto;
    server.reviews = server.reviews.map((one) => (one === before ? after : one));
    return ok(ownReviewDtoSchema, after);
  });
  server.on('DELETE /api/v1/reviews/:id', ({ params }) => {
    server.reviews = server.reviews.filter((one) => one._id !== params.id);
    return ok(deletedReviewSchema, { _id: params.id ?? '' });
  });
}
