import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ConversationSide, OrderDto, OrderPart } from '#libs/contracts';
import { useUnreadMessages } from '../../entities/conversations';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { ordersText } from './texts';

/** The link to the messages about a part while the reader's side has not read some of them. */
export function UnreadMessages({
  order,
  part,
  side,
  compact = false,
}: {
  order: OrderDto;
  part: OrderPart;
  side: ConversationSide;
  /** Their number alone, for rows of one line. */
  compact?: boolean;
}) {
  const unread = useUnreadMessages(side).get(part._id) ?? 0;
  if (unread === 0) return null;
  return (
    <Link
      to={paths.messages(order._id, part._id)}
      className="inline-flex min-h-11 w-fit items-center gap-1.5 text-sm font-semibold text-tomato-ink underline underline-offset-4 lg:min-h-8"
    >
      <Icon of={MessageCircle} size={16} />
      {compact && <span aria-hidden="true">{unread}</span>}
      <span className={compact ? 'sr-only' : undefined}>{ordersText.unreadMessages(unread)}</span>
      <span className="sr-only"> {ordersText.aboutOrder(order.code)}</span>
    </Link>
  );
}
