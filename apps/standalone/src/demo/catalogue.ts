import type { DemoProduct } from './demo-types.js';
import { bluebellProducts } from './products-bluebell.js';
import { duskAndSporeProducts } from './products-dusk-and-spore.js';
import { hollowCreekProducts } from './products-hollow-creek.js';
import { lanternProducts } from './products-lantern.js';
import { saltgrassProducts } from './products-saltgrass.js';
import { windfallProducts } from './products-windfall.js';
import { windfallPantryProducts } from './products-windfall-pantry.js';

export { demoFarms } from './farms.js';
export { DEMO_PASSWORD, demoPeople } from './people.js';

/** All products that the demo farms sell in a year, grouped by farm. */
export const demoProducts: DemoProduct[] = [
  ...hollowCreekProducts,
  ...lanternProducts,
  ...windfallProducts,
  ...windfallPantryProducts,
  ...saltgrassProducts,
  ...bluebellProducts,
  ...duskAndSporeProducts,
];
