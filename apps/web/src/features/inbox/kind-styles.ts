import {
  AlarmClock,
  BadgeCheck,
  CalendarClock,
  CircleCheck,
  CircleSlash,
  CircleX,
  Heart,
  type LucideIcon,
  MessageCircle,
  Package,
  PackageCheck,
  PackageMinus,
  PackageOpen,
  PencilLine,
  Receipt,
  ShieldAlert,
  ShoppingBasket,
  Sprout,
  Star,
  Store,
  TriangleAlert,
  Truck,
  UserCheck,
} from 'lucide-react';
import type { NotificationKind } from '#libs/contracts';

interface KindStyle {
  readonly icon: LucideIcon;
  readonly tone: string;
}

const good = 'bg-leaf-tint text-leaf-ink';
const fresh = 'bg-butter-tint text-butter-ink';
const bad = 'bg-tomato-tint text-tomato-ink';

/** Icon and colour by kind of notification. */
export const kindStyles: Record<NotificationKind, KindStyle> = {
  'order.placed': { icon: ShoppingBasket, tone: fresh },
  'order.received': { icon: PackageOpen, tone: fresh },
  'order.closing': { icon: AlarmClock, tone: fresh },
  'order.reminder': { icon: CalendarClock, tone: fresh },
  'order.settled': { icon: Receipt, tone: good },
  'order.unpaid': { icon: TriangleAlert, tone: bad },
  'order.accepted': { icon: CircleCheck, tone: good },
  'order.packed': { icon: Package, tone: good },
  'order.out_for_delivery': { icon: Truck, tone: good },
  'order.ready_for_pickup': { icon: Store, tone: good },
  'order.delivered': { icon: PackageCheck, tone: good },
  'order.declined': { icon: CircleX, tone: bad },
  'order.changed': { icon: PencilLine, tone: fresh },
  'order.short': { icon: PackageMinus, tone: fresh },
  'order.cancelled': { icon: CircleSlash, tone: bad },
  'problem.reported': { icon: TriangleAlert, tone: bad },
  'message.received': { icon: MessageCircle, tone: good },
  'problem.answered': { icon: MessageCircle, tone: good },
  'stock.low': { icon: TriangleAlert, tone: fresh },
  'stock.sold_out': { icon: CircleX, tone: bad },
  'account.active': { icon: UserCheck, tone: good },
  'account.inactive': { icon: ShieldAlert, tone: fresh },
  'account.suspended': { icon: ShieldAlert, tone: bad },
  'farm.created': { icon: Sprout, tone: fresh },
  'farm.approved': { icon: BadgeCheck, tone: good },
  'farm.refused': { icon: CircleX, tone: bad },
  'payout.returned': { icon: TriangleAlert, tone: bad },
  'review.received': { icon: Star, tone: fresh },
  'review.replied': { icon: MessageCircle, tone: good },
  'review.hidden': { icon: CircleSlash, tone: bad },
  'favourite.restocked': { icon: Heart, tone: good },
  'favourite.picked': { icon: Sprout, tone: good },
  'product.approved': { icon: BadgeCheck, tone: good },
  'product.refused': { icon: CircleX, tone: bad },
  'product.taken-down': { icon: CircleX, tone: bad },
};
