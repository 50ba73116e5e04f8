import type { TicketClaims } from '#libs/contracts';
import { Tickets } from '#libs/platform';
import { Crowd } from '../live/crowds.js';
import type { Program } from '../runner/programs.js';
import { SECRET, type Stage } from '../runner/stage.js';
import type { Side } from './sides.js';

/** Products per shopper's page. */
const PAGE = 24;
/** Live pages: shoppers, each with a page of products; customers; and the board of the farm. */
const SHOPPERS = 160;
const CUSTOMERS = 20;
const BOARDS = 20;
const VISITOR: TicketClaims = { userId: null, role: null, farmId: null, sessionId: null };

/** Opens 200 live pages for a side's people; they stay open until the stage closes. */
export async function openPages(
  stage: Stage,
  gateway: Program,
  { farms, customers, farmer }: Side,
): Promise<Crowd[]> {
  const tickets = new Tickets(SECRET);
  const connect = async (count: number, claims: TicketClaims, pages: string[][] = []) =>
    Crowd.connect(stage, {
      port: gateway.port,
      protocol: 'socket.io',
      auth: { ticket: await tickets.issue(claims) },
      count,
      watch: [],
      own: 0,
      firstOwn: 0,
      pages,
    });
  const products = farms.flatMap(({ items }) => items.map(({ productId }) => productId));
  const pages = Array.from({ length: Math.ceil(products.length / PAGE) }, (_, n) =>
    products.slice(n * PAGE, (n + 1) * PAGE),
  );
  const userId = customers[0]?._id ?? null;
  const farmId = farms[0]?._id.toString() ?? null;
  return [
    await connect(SHOPPERS, VISITOR, pages),
    await connect(CUSTOMERS, { userId, role: 'customer', farmId: null, sessionId: null }),
    await connect(BOARDS, { userId: farmer._id, role: 'farmer', farmId, sessionId: null }),
  ];
}
