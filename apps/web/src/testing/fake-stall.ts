import {
  type ChangeStock,
  changeStockSchema,
  comparablePrice,
  createProductSchema,
  type OwnProductDto,
  ownProductDtoSchema,
  ownProductsPageSchema,
  type ProductDto,
  publishFaults,
  type StockEntryDto,
  stockLedgerPageSchema,
  toCents,
  type UserDto,
  updateProductSchema,
} from '#libs/contracts';
import { type FakeResponse, type Handler, ok, problem } from './fake-response';
import { fakeId } from './fixtures';

/** Products and stock as farms and admins see them. */
export interface FakeStall {
  products: OwnProductDto[];
  entries: StockEntryDto[];
  /** Ids of farms whose products need an admin's approval. */
  reviewed: string[];
}

/** The part of the fake server that these routes need. */
interface FakeServer {
  readonly products: readonly ProductDto[];
  readonly stall: FakeStall;
  readonly user: UserDto | null;
  on(route: string, handler: Handler): void;
}

/** A public product as its farm sees it. */
export function asOwn(product: ProductDto, more: Partial<OwnProductDto> = {}): OwnProductDto {
  const counts = { onHand: product.available, held: 0, sold: 0 };
  const defaults = { lowAt: 5, listed: true, lot: null, publishedAt: null, moderation: null };
  return { ...product, ...counts, ...defaults, ...more };
}

export function makeStall(products: readonly ProductDto[]): FakeStall {
  return { products: products.map((product) => asOwn(product)), entries: [], reviewed: [] };
}

export function addStallRoutes(server: FakeServer): void {
  const { stall } = server;
  const page = (query: URLSearchParams, among: (one: OwnProductDto) => boolean): FakeResponse => {
    const [q, status, farm] = ['q', 'status', 'farm'].map((name) => query.get(name));
    const products = stall.products
      .filter(among)
      .filter((one) => one.name.toLowerCase().includes((q ?? '').toLowerCase()))
      .filter((one) => (status ?? one.status) === one.status && (farm ?? one.farmId) === one.farmId)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return ok(ownProductsPageSchema, { products, nextCursor: null, total: products.length });
  };
  const own = (one: OwnProductDto) => one.farmId === server.user?.farmId;
  const find = (id: string | undefined) =>
    stall.products.find((one) => one._id === id && (server.user?.role === 'admin' || own(one)));
  const put = (product: OwnProductDto, status = 200): FakeResponse => {
    const others = stall.products.filter(({ _id }) => _id !== product._id);
    stall.products = [...others, product];
    return ok(ownProductDtoSchema, product, status);
  };
  server.on('GET /api/v1/farms/mine/products', ({ query }) => page(query, own));
  server.on('GET /api/v1/admin/products', ({ query }) => page(query, () => true));
  server.on('GET /api/v1/farms/mine/products/:id', ({ params }) => {
    const product = find(params.id);
    return product ? ok(ownProductDtoSchema, product) : problem('PRODUCT_NOT_FOUND', 404);
  });
  server.on('POST /api/v1/products', ({ body, headers }) => {
    if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    const { onHand = 0, images = [], ...details } = createProductSchema.parse(body);
    const [template] = stall.products.filter(own);
    if (template === undefined) return problem('FARM_NOT_FOUND', 404);
    const made = { ...template, ...details, images, onHand, available: onHand };
    return put(priced({ ...made, ...initialFields(stall) }), 201);
  });
  server.on('POST /api/v1/products/:id/duplicate', ({ params }) => {
    const product = find(params.id);
    if (product === undefined) return problem('PRODUCT_NOT_FOUND', 404);
    return put(
      { ...product, ...initialFields(stall), name: `${product.name} (copy)`, onHand: 0 },
      201,
    );
  });
  server.on('PATCH /api/v1/products/:id', ({ params, body }) => {
    const product = find(params.id);
    if (product === undefined) return problem('PRODUCT_NOT_FOUND', 404);
    const { version, reason = null, status, ...change } = updateProductSchema.parse(body);
    if (version !== product.version) return problem('VERSION_CONFLICT', 409);
    const { onHand = product.onHand } = change;
    const counts = { onHand, available: onHand - product.held };
    const after = priced({ ...product, ...definedFields(change), ...counts, version: version + 1 });
    const stepped = status ? step(stall, after, status, server.user?.role, reason) : after;
    const errors = stepped.status === 'live' ? publishFaults(stepped) : [];
    if (errors.length > 0) return problem('PRODUCT_INCOMPLETE', 422, { errors });
    return put(stepped);
  });
  addStockRoutes(server, find, put);
}

function addStockRoutes(
  server: FakeServer,
  find: (id: string | undefined) => OwnProductDto | undefined,
  put: (product: OwnProductDto) => FakeResponse,
): void {
  const { stall } = server;
  server.on('POST /api/v1/products/:id/stock', ({ params, body }) => {
    const product = find(params.id);
    if (product === undefined) return problem('PRODUCT_NOT_FOUND', 404);
    const request: ChangeStock = changeStockSchema.parse(body);
    if (request.version !== product.version) return problem('VERSION_CONFLICT', 409);
    const onHand = request.counted ?? product.onHand + (request.change ?? 0);
    stall.entries.unshift({
      _id: fakeId('part', 500 + stall.entries.length),
      at: new Date().toISOString(),
      reason: request.reason,
      change: onHand - product.onHand,
      heldChange: 0,
      lot: request.lot ?? null,
      orderId: null,
      note: request.note ?? null,
    });
    const counts = { onHand, available: onHand - product.held };
    return put({ ...product, ...counts, version: product.version + 1 });
  });
  server.on('GET /api/v1/products/:id/stock-ledger', ({ params }) => {
    const product = find(params.id);
    if (product === undefined) return problem('PRODUCT_NOT_FOUND', 404);
    const { entries } = stall;
    const total = entries.length;
    return ok(stockLedgerPageSchema, { entries, unit: product.unit, nextCursor: null, total });
  });
}

/** Fields of a new product. */
function initialFields({ products }: FakeStall) {
  const _id = fakeId('product', 100 + products.length);
  const fresh = {
    held: 0,
    sold: 0,
    rating: null,
    reviewCount: 0,
    moderation: null,
    publishedAt: null,
  };
  return { _id, ...fresh, status: 'draft' as const, version: 1, detailsVersion: 1 };
}

const definedFields = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

function priced(product: OwnProductDto): OwnProductDto {
  return {
    ...product,
    comparablePrice: comparablePrice(toCents(product.price), product.unit),
    image: product.images[0]?.url ?? '/produce/basket.svg',
  };
}

function step(
  { reviewed }: FakeStall,
  product: OwnProductDto,
  to: OwnProductDto['status'],
  role: string | undefined,
  reason: string | null,
): OwnProductDto {
  if (role === 'admin')
    return { ...product, status: to, moderation: to === 'live' ? null : reason };
  const needsReview =
    to === 'live' && (product.moderation !== null || reviewed.includes(product.farmId));
  return { ...product, status: needsReview ? 'review' : to };
}
