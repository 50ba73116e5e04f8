import type {
  AddressBook,
  AnalyticsChange,
  AnalyticsSubject,
  AuditEntryDto,
  CartDto,
  ContactMessageDto,
  FarmDto,
  FarmStatsChange,
  Favourites,
  HoldDto,
  InboxCount,
  InboxRead,
  NotificationDto,
  OrderDto,
  OrderPart,
  OwnFarmDto,
  OwnProductDto,
  OwnReviewDto,
  PartStatusChange,
  ProductChange,
  ProductCounts,
  ProductDto,
  QueueJob,
  ReceiptDto,
  ReviewDto,
  Role,
  SalesDay,
  StockCheckDto,
  TopProduct,
  UserDto,
} from '#libs/contracts';
import { BoundedMap } from './bounded';
import type { FarmRatingFact } from './shown-reviews';

/** Who looks at the screen; null for a visitor. */
export type Viewer = { id: string; role: Role; farmId: string | null } | null;

type OrderLevel = PartStatusChange['order'];
export type ProductFact = ProductChange & { version: number };
export type CountsFact = ProductCounts & { version: number };

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
  /** Open and closed ones; a closed one says how it ended. */
  readonly holds = new BoundedMap<string, HoldDto>(KEPT);
  readonly products = new BoundedMap<string, ProductFact>(KEPT);
  readonly details = new BoundedMap<string, ProductDto>(KEPT);
  readonly counts = new BoundedMap<string, CountsFact>(KEPT);
  /** Whole products, as their farm and the admins see them: for lists that they may have to enter. */
  readonly ownProducts = new BoundedMap<string, OwnProductDto>(KEPT);
  /** Products that have come before shoppers since this page was opened. */
  readonly published = new BoundedMap<string, ProductDto>(KEPT);
  readonly users = new BoundedMap<string, UserDto>(KEPT);
  readonly stats = new Map<AnalyticsSubject, AnalyticsChange>();
  readonly farms = new BoundedMap<string, FarmDto>(KEPT);
  readonly ownFarms = new BoundedMap<string, OwnFarmDto>(KEPT);
  readonly messages = new BoundedMap<string, ContactMessageDto>(KEPT);
  readonly acts = new BoundedMap<string, AuditEntryDto>(KEPT);
  readonly notifications = new BoundedMap<string, NotificationDto>(KEPT);
  /** Entries of the inbox that were read one by one, and when. */
  readonly reads = new BoundedMap<string, string>(KEPT);
  /** When everything that was in the inbox was last read at once. */
  allReadAt: string | null = null;
  inbox: InboxCount | null = null;
  addresses: AddressBook | null = null;
  cart: CartDto | null = null;
  /** What the market sold on a day. */
  readonly days = new BoundedMap<string, SalesDay>(KEPT);
  /** The same of the viewer's own farm. */
  readonly farmDays = new BoundedMap<string, SalesDay>(KEPT);
  /** What products of it brought. */
  readonly farmProducts = new BoundedMap<string, TopProduct>(KEPT);
  farmStats: FarmStatsChange | null = null;
  readonly reviews = new BoundedMap<string, ReviewDto>(KEPT);
  /** Reviews as their writers and the admins see them. */
  readonly ownReviews = new BoundedMap<string, OwnReviewDto>(KEPT);
  /** Reviews that were taken from view, and the version at which they were. */
  readonly goneReviews = new BoundedMap<string, number>(KEPT);
  readonly farmRatings = new BoundedMap<string, FarmRatingFact>(KEPT);
  /** What has arrived since this page was opened, by order and product. */
  readonly receipts = new BoundedMap<string, ReceiptDto>(KEPT);
  readonly deletedReviews = new BoundedMap<string, true>(KEPT);
  readonly failedJobs = new BoundedMap<string, QueueJob>(KEPT);
  /** When jobs, or all that had failed of a queue, were last taken from the lists. */
  readonly takenJobs = new BoundedMap<string, string>(KEPT);
  stockCheck: StockCheckDto | null = null;
  favourites: Favourites | null = null;

  learnOrder(order: OrderDto): void {
    this.orders.setNewer(order._id, order, byVersion);
  }

  learnPart(change: PartStatusChange): void {
    this.parts.setNewer(change.part._id, change.part, byVersion);
    this.orderLevels.setNewer(change.orderId, change.order, byVersion);
  }

  /** Whatever has arrived can be reviewed. */
  learnReceipts({ orderId, part }: PartStatusChange, receivedAt: string): void {
    if (part.status !== 'delivered') return;
    for (const { productId, name: productName, image: productImage } of part.lines) {
      const receipt = { orderId, productId, productName, productImage, receivedAt };
      this.receipts.set(`${orderId} ${productId}`, { ...receipt, farmName: part.farmName });
    }
  }

  /** A farm hears of its own part, and of the order's totals nothing. */
  learnOwnPart(part: OrderPart): void {
    this.parts.setNewer(part._id, part, byVersion);
  }

  learnProduct(fact: ProductFact): void {
    this.products.setNewer(fact.productId, fact, byVersion);
  }

  learnDetails(product: ProductDto): void {
    this.details.setNewer(product._id, product, byVersion);
  }

  learnCounts(counts: CountsFact): void {
    this.counts.setNewer(counts.productId, counts, byVersion);
  }

  learnOwnProduct(product: OwnProductDto): void {
    this.ownProducts.setNewer(product._id, product, byVersion);
  }

  learnPublished(product: ProductDto): void {
    this.published.setNewer(product._id, product, byVersion);
  }

  learnUser(user: UserDto): void {
    this.users.setNewer(user._id, user, byVersion);
  }

  learnStats(change: AnalyticsChange): void {
    const known = this.stats.get(change.subject);
    if (!known || known.stats.version < change.stats.version) {
      this.stats.set(change.subject, change);
    }
    if (change.subject === 'orders' && change.day) {
      this.days.setNewer(change.day.day, change.day, byVersion);
    }
  }

  learnFarmStats(change: FarmStatsChange): void {
    this.farmStats = newest(this.farmStats, change);
    if (change.day) this.farmDays.setNewer(change.day.day, change.day, byVersion);
    for (const product of change.products)
      this.farmProducts.setNewer(product.productId, product, byVersion);
  }

  learnReview(review: ReviewDto): void {
    this.reviews.setNewer(review._id, review, byVersion);
  }

  learnOwnReview(review: OwnReviewDto): void {
    this.ownReviews.setNewer(review._id, review, byVersion);
  }

  learnGoneReview(id: string, version: number): void {
    this.goneReviews.setNewer(id, version, (known) => known);
  }

  learnFarmRating(fact: FarmRatingFact): void {
    this.farmRatings.setNewer(fact.farmId, fact, ({ ratingVersion }) => ratingVersion);
  }

  isReviewGone(review: ReviewDto): boolean {
    return (this.goneReviews.get(review._id) ?? -1) >= review.version;
  }

  learnFailedJob(job: QueueJob): void {
    const known = this.failedJobs.get(jobKey(job));
    if ((known?.failedAt ?? '') <= (job.failedAt ?? '')) this.failedJobs.set(jobKey(job), job);
  }

  learnStockCheck(check: StockCheckDto): void {
    if (!this.stockCheck || this.stockCheck.finishedAt < check.finishedAt) this.stockCheck = check;
  }

  learnCart(cart: CartDto): void {
    this.cart = newest(this.cart, cart);
  }

  learnHold(hold: HoldDto): void {
    this.holds.setNewer(hold._id, hold, byVersion);
  }

  learnFavourites(favourites: Favourites): void {
    this.favourites = newest(this.favourites, favourites);
  }

  learnAddresses(book: AddressBook): void {
    this.addresses = newest(this.addresses, book);
  }

  learnFarm(farm: FarmDto): void {
    this.farms.setNewer(farm._id, farm, byVersion);
  }

  learnOwnFarm(farm: OwnFarmDto): void {
    this.ownFarms.setNewer(farm._id, farm, byVersion);
  }

  learnMessage(message: ContactMessageDto): void {
    this.messages.setNewer(message._id, message, byVersion);
  }

  /** An act never changes. */
  learnAct(entry: AuditEntryDto): void {
    this.acts.set(entry._id, entry);
  }

  learnTakenJobs(name: string, at: string): void {
    if ((this.takenJobs.get(name) ?? '') < at) this.takenJobs.set(name, at);
  }

  learnNotification(notification: NotificationDto, inbox: InboxCount): void {
    if (!this.notifications.has(notification._id)) {
      this.notifications.set(notification._id, notification);
    }
    this.inbox = newest(this.inbox, inbox);
  }

  learnRead({ ids, readAt, inbox }: InboxRead): void {
    if (ids === null && (this.allReadAt === null || this.allReadAt < readAt)) {
      this.allReadAt = readAt;
    }
    for (const id of ids ?? []) if (!this.reads.has(id)) this.reads.set(id, readAt);
    this.inbox = newest(this.inbox, inbox);
  }
}

function newest<Thing extends { version: number }>(known: Thing | null, told: Thing): Thing {
  return known && known.version >= told.version ? known : told;
}

function byVersion(thing: { version: number }): number {
  return thing.version;
}

/** A job's id is one of its own queue only. */
export function jobKey(job: Pick<QueueJob, 'queue' | '_id'>): string {
  return `${job.queue} ${job._id}`;
}
