import { productsPageSchema } from '#libs/contracts';
import { request } from '../runner/caller.js';
import type { Contender, Scenario } from '../runner/measure.js';
import type { Program } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';

const CLIENTS = 16;
/** Products whose pages are asked for in turn. */
const PAGES = 100;

/** What shoppers read: against the same bytes from memory, and against the same query by the driver alone. */
export async function catalogue(stage: Stage, api: Program): Promise<Scenario[]> {
  const first = await fetch(`http://127.0.0.1:${api.port}/api/v1/products?limit=${PAGES}`);
  const { products } = productsPageSchema.parse(await first.json());
  const kinds: Record<string, string[]> = {
    'product list': ['/api/v1/products'],
    'filtered list': [
      '/api/v1/products?category=fruit&organic=true&inStock=true&sort=price',
      '/api/v1/products?category=roots&inStock=true&sort=price',
    ],
    'type-ahead': ['c', 'to', 'app', 'carr'].map((q) => `/api/v1/search/suggestions?q=${q}`),
    'product page': products.map(({ _id }) => `/api/v1/products/${_id}`),
  };
  const paths = Object.values(kinds).flat();
  const bare = await stage.program(
    'bare',
    'dist/bench/bare/reads.js',
    stage.mongo.url,
    `http://127.0.0.1:${api.port}`,
    JSON.stringify(paths),
  );
  return Object.entries(kinds).map(([name, own]) => {
    const asking = (
      program: Program,
      prefix: string,
    ): Pick<Contender, 'port' | 'ask' | 'status'> => {
      const requests = own.map((path) => request('GET', prefix + path));
      const ask = (n: number) => requests[n % requests.length] as Buffer;
      return { port: program.port, ask, status: 200 };
    };
    return {
      name,
      clients: CLIENTS,
      contenders: [
        { name: 'product', ...asking(api, ''), programs: [api, stage.mongo] },
        { name: 'bare, same query', ...asking(bare, '/query'), programs: [bare, stage.mongo] },
        { name: 'bare, from memory', ...asking(bare, '/memory'), programs: [bare] },
      ],
    };
  });
}
