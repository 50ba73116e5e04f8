import { ACTS, type Act } from '../acting/acts.js';
import { Company } from '../acting/company.js';
import { fill } from '../runner/shop.js';
import type { Stage } from '../runner/stage.js';
import { asking, type Peer } from './flows.js';

const actOf = (start: string): Act => {
  const act = ACTS.find(({ name }) => name.startsWith(start));
  if (!act) throw new Error(`there is no act that starts with ${start}`);
  return act;
};

/** This product on a stage, with worker, gateway and 200 live pages. */
export async function farmgate(stage: Stage, products: number): Promise<Peer> {
  await stage.filled(() => fill(stage, { products, orders: 500 }));
  const { api, casts } = await Company.open(stage);
  const { product } = casts;
  return {
    port: api.port,
    *list() {
      yield asking('GET', '/api/v1/products?limit=24', {});
    },
    page: (client) => actOf('page of a product').does(product, client),
    order: (client) => actOf('three cart changes').does(product, client),
  };
}
