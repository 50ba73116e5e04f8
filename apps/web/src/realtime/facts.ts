import type {
  AnalyticsChange,
  AnalyticsSubject,
  CartDto,
  OrderDto,
  OrderPart,
  PartStatusChange,
  ProductChange,
  ProductDto,
  Role,
  UserDto,
} from '#libs/contracts';
import { BoundedMap } from './bounded';

/** Who looks at the screen; null for a visitor. */
export type Viewer = { id: string; role: Role; farmId: string | null } | null;

type OrderLevel = PartStatusChange['order'];
export type ProductFact = ProductChange & { version: number; occurredAt: string };
export type CartFact = { cart: CartDto; occurredAt: string };

const KEPT = 2_000;

/**
 * The newest that events have told of each thing, by its version. Learning is a maximum per thing: the order
 * in which events arrive, and how often, does not matter. Answers that come in later are held against it,
 * so that a request which was under way during a change cannot bring the old state back.
 */
export class Facts {
  readonly orders = new BoundedMap<string, OrderDto>(KEPT);
  readonly parts = new BoundedMap<string, OrderPart>(KEPT);
  readonly orderLevels = new BoundedMap<string, OrderLevel>(KEPT);
  readonly products = new BoundedMap<string, ProductFact>(KEPT);
  readonly createdProducts = new BoundedMap<string, ProductDto>(KEPT);
  readonly users = new BoundedMap<string, UserDto>(KEPT);
  readonly stats = new Map<AnalyticsSubject, AnalyticsChange>();
  cart: CartFact | null = null;

  learnOrder(order: OrderDto): void {
    this.orders.setNewer(order._id, order, byVersion);
  }

  learnPart(change: PartStatusChange): void {
    this.parts.setNewer(change.part._id, change.part, byVersion);
    this.orderLevels.setNewer(change.orderId, change.order, byVersion);
  }

  /** A farm hears of its own part, and of the order's totals nothing. */
  learnOwnPart(part: OrderPart): void {
    this.parts.setNewer(part._id, part, byVersion);
  }

  learnProduct(fact: ProductFact): void {
    this.products.setNewer(fact.productId, fact, byVersion);
  }

  learnCreatedProduct(product: ProductDto): void {
    this.createdProducts.setNewer(product._id, product, byVersion);
  }

  learnUser(user: UserDto): void {
    this.users.setNewer(user._id, user, byVersion);
  }

  learnStats(change: AnalyticsChange): void {
    const known = this.stats.get(change.subject);
    if (!known || known.stats.version < change.stats.version) {
      this.stats.set(change.subject, change);
    }
  }

  learnCart(fact: CartFact): void {
    if (!this.cart || this.cart.cart.version < fact.cart.version) this.cart = fact;
  }
}

function byVersion(thing: { version: number }): number {
  return thing.version;
}
