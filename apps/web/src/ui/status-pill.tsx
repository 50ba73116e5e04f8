import type {
  FarmStatus,
  OrderStatus,
  PartStatus,
  ProductStatus,
  UserStatus,
} from '#libs/contracts';
import { Badge, type Tone } from './badge';
import { statusText } from './texts';

export type AnyStatus = OrderStatus | PartStatus | UserStatus | ProductStatus | FarmStatus;

const statusTones: Record<AnyStatus, Tone> = {
  Processing: 'butter',
  Delivered: 'leaf',
  Cancelled: 'plain',
  placed: 'butter',
  accepted: 'butter',
  packed: 'butter',
  out_for_delivery: 'leaf',
  ready_for_pickup: 'leaf',
  delivered: 'leaf',
  declined: 'tomato',
  cancelled: 'plain',
  active: 'leaf',
  inactive: 'plain',
  suspended: 'tomato',
  draft: 'plain',
  review: 'butter',
  live: 'leaf',
  paused: 'butter',
  archived: 'plain',
  pending: 'butter',
  approved: 'leaf',
  refused: 'tomato',
};

/** The status of an order, a part, a user, a product or a farm; the colour only repeats the text. */
export function StatusPill({ status }: { status: AnyStatus }) {
  return (
    <Badge
      tone={statusTones[status]}
      icon={<span aria-hidden="true" className="size-2 rounded-full bg-current" />}
    >
      {statusText[status]}
    </Badge>
  );
}
