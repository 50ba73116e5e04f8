import {
  type FarmDto,
  type FavouriteKind,
  type Favourites,
  favouriteFarmsPageSchema,
  favouriteProductsPageSchema,
  favouritesSchema,
  type ProductDto,
} from '#libs/contracts';
import { type Handler, ok, problem } from './fake-response';

/** The part of the fake server that favourites need. */
interface FakeServer {
  readonly farms: readonly FarmDto[];
  readonly products: readonly ProductDto[];
  favourites: Favourites;
  on(route: string, handler: Handler): void;
}

/** Routes for the customer's favourites, newest first. */
export function addFavouriteRoutes(server: FakeServer): void {
  const rowsOf = (query: URLSearchParams, kind: FavouriteKind) => {
    const ids = server.favourites[kind];
    const from = Number(query.get('cursor') ?? 0);
    const limit = Number(query.get('limit') ?? 24);
    const nextCursor = from + limit < ids.length ? String(from + limit) : null;
    return { ids: ids.slice(from, from + limit), nextCursor, total: ids.length };
  };
  server.on('GET /api/v1/favourites', () => ok(favouritesSchema, server.favourites));
  server.on('GET /api/v1/favourites/products', ({ query }) => {
    const { ids, ...page } = rowsOf(query, 'products');
    const products = ids.flatMap((id) => server.products.find(({ _id }) => _id === id) ?? []);
    return ok(favouriteProductsPageSchema, { products, ...page });
  });
  server.on('GET /api/v1/favourites/farms', ({ query }) => {
    const { ids, ...page } = rowsOf(query, 'farms');
    const farms = ids.flatMap((id) => server.farms.find(({ _id }) => _id === id) ?? []);
    return ok(favouriteFarmsPageSchema, { farms, ...page });
  });
  for (const kind of ['products', 'farms'] as const) {
    const set = (id: string, on: boolean) => {
      if (!server[kind].some(({ _id }) => _id === id)) return problem('PRODUCT_NOT_FOUND', 404);
      const before = server.favourites;
      const others = before[kind].filter((one) => one !== id);
      const marks = on ? [id, ...others] : others;
      server.favourites = { ...before, [kind]: marks, version: before.version + 1 };
      return ok(favouritesSchema, server.favourites);
    };
    server.on(`PUT /api/v1/favourites/${kind}/:id`, ({ params }) => set(params.id ?? '', true));
    server.on(`DELETE /api/v1/favourites/${kind}/:id`, ({ params }) => set(params.id ?? '', false));
  }
}
