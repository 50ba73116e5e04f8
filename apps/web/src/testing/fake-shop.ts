import {
  type Category,
  categorySchema,
  type FarmDto,
  freeSlotsOf,
  type ProductDto,
  type ProductFacets,
  type ProductsQuery,
  productDtoSchema,
  productRailSchema,
  productRailsSchema,
  productsPageSchema,
  productsQuerySchema,
  suggestionsSchema,
} from '#libs/contracts';
import type { FakeDays } from './fake-days';
import { type FakeResponse, type Handler, ok, problem } from './fake-response';

/** The part of the fake server that the product catalogue needs. */
interface FakeServer {
  readonly farms: readonly FarmDto[];
  readonly products: readonly ProductDto[];
  readonly days: FakeDays;
  on(route: string, handler: Handler): void;
}

const DAY_MS = 86_400_000;
const has = (text: string, q: string) => text.toLowerCase().includes(q.toLowerCase());

/** Routes for search, suggestions, rails and related products. */
export function addProductRoutes(server: FakeServer): void {
  server.on('GET /api/v1/products/:id', ({ params }) => {
    const product = server.products.find((one) => one._id === params.id);
    return product ? ok(productDtoSchema, product) : problem('PRODUCT_NOT_FOUND', 404);
  });
  server.on('GET /api/v1/products/rails', () => railsResponse(server.products));
  server.on('GET /api/v1/products/:id/related', ({ params }) => {
    const product = server.products.find((one) => one._id === params.id);
    if (product === undefined) return problem('PRODUCT_NOT_FOUND', 404);
    return ok(
      productRailSchema,
      rail(
        server.products.filter(
          (one) => one !== product && one.farmId === product.farmId && one.available > 0,
        ),
      ),
    );
  });
  server.on('GET /api/v1/products', ({ query }) =>
    listProducts(server.products, query, server.days),
  );
  server.on('GET /api/v1/search/suggestions', ({ query }) => suggest(server, query.get('q') ?? ''));
}

const rail = (products: ProductDto[]) => ({
  products: products.slice(0, 12),
  total: products.length,
});

function railsResponse(all: readonly ProductDto[]): FakeResponse {
  const sold = all.filter((one) => one.available > 0).sort(newestHarvest);
  const pickedWithin = (ms: number) =>
    sold.filter(
      ({ harvestedAt }) => harvestedAt !== null && Date.now() - Date.parse(harvestedAt) < ms,
    );
  return ok(productRailsSchema, {
    picked: rail(pickedWithin(DAY_MS)),
    inSeason: rail(pickedWithin(14 * DAY_MS)),
    lastFew: rail(sold.filter((one) => one.stock === 'low')),
  });
}

function suggest({ farms, products }: FakeServer, q: string): FakeResponse {
  const named = (category: Category) => products.filter((one) => one.category === category).length;
  return ok(suggestionsSchema, {
    products: products.filter((one) => has(one.name, q)).slice(0, 6),
    farms: farms.filter((one) => has(one.name, q)).slice(0, 3),
    categories: categorySchema.options
      .filter((value) => has(value, q))
      .map((value) => ({ value, count: named(value) })),
    first: 'products',
  });
}

type Filters = Partial<ProductsQuery>;
const filterTests: Record<string, (one: ProductDto, filters: Filters) => boolean> = {
  q: (one, { q = '' }) => has(`${one.name} ${one.farmer}`, q),
  category: (one, { category }) => category === undefined || category.includes(one.category),
  farm: (one, { farm }) => farm === undefined || farm.includes(one.farmId),
  organic: (one, { organic }) => organic !== true || one.organic,
  inStock: (one, { inStock }) => inStock !== true || one.available > 0,
  price: (one, { minPrice = 0, maxPrice = 1e6 }) => one.price >= minPrice && one.price <= maxPrice,
  rating: (one, { rating = 0 }) => (one.rating ?? 0) >= rating,
};

const matches = (one: ProductDto, asked: Filters, but?: string) =>
  Object.entries(filterTests).every(([name, test]) => name === but || test(one, asked));

/** The days on which a product can be had. */
type DaysOf = (product: ProductDto) => readonly string[];

const daysOfFarms =
  ({ calendars }: FakeDays, { zip = '' }: Filters): DaysOf =>
  ({ farmId }) =>
    calendars
      .filter((calendar) => calendar.farmId === farmId)
      .flatMap((calendar) =>
        (['pickup', 'delivery'] as const).flatMap((method) =>
          freeSlotsOf({ now: Date.now(), method, calendar, postalCode: zip }),
        ),
      )
      .map(({ date }) => date);

function facetsOf(all: readonly ProductDto[], asked: Filters, daysOf: DaysOf): ProductFacets {
  const hasDay = (one: ProductDto) => asked.day === undefined || daysOf(one).includes(asked.day);
  const rest = (but: string) =>
    all.filter((one) => matches(one, asked, but) && (but === 'day' || hasDay(one)));
  const counted = <Value extends string>(values: Value[]) =>
    [...new Set(values)].map((value) => ({
      value,
      count: values.filter((one) => one === value).length,
    }));
  const prices = rest('price').map((one) => one.price);
  return {
    category: counted(rest('category').map((one) => one.category)),
    farm: counted(rest('farm').map((one) => one.farmId)).map((farm) => ({
      ...farm,
      label: all.find((one) => one.farmId === farm.value)?.farmer ?? '',
    })),
    moreFarms: 0,
    organic: rest('organic').filter((one) => one.organic).length,
    inStock: rest('inStock').filter((one) => one.available > 0).length,
    rating: [4, 3, 2, 1].map((value) => ({
      value,
      count: rest('rating').filter((one) => (one.rating ?? 0) >= value).length,
    })),
    day: counted(rest('day').flatMap((one) => [...new Set(daysOf(one))])).sort((a, b) =>
      a.value < b.value ? -1 : 1,
    ),
    price: prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : null,
  };
}

const newestHarvest = (a: ProductDto, b: ProductDto) =>
  (b.harvestedAt ?? '').localeCompare(a.harvestedAt ?? '');

function listProducts(
  all: readonly ProductDto[],
  query: URLSearchParams,
  days: FakeDays,
): FakeResponse {
  const parsed = productsQuerySchema.safeParse(Object.fromEntries(query));
  if (!parsed.success) return problem('VALIDATION_FAILED', 400);
  const { sort, cursor, limit, ...asked } = parsed.data;
  const daysOf = daysOfFarms(days, asked);
  const { day } = asked;
  const found = all.filter(
    (one) => matches(one, asked) && (day === undefined || daysOf(one).includes(day)),
  );
  found.sort((a, b) => {
    if (sort === 'name') return a.name.localeCompare(b.name);
    if (sort === 'rating') return (b.rating ?? 0) - (a.rating ?? 0);
    if (sort !== 'price' && sort !== '-price') return newestHarvest(a, b);
    return sort === 'price' ? a.price - b.price : b.price - a.price;
  });
  const from = Number(cursor ?? 0);
  return ok(productsPageSchema, {
    products: found.slice(from, from + limit),
    nextCursor: from + limit < found.length ? String(from + limit) : null,
    total: found.length,
    ...(from === 0 ? { facets: facetsOf(all, asked, daysOf) } : {}),
  });
}
