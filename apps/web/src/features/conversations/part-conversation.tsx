import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderDto, OrderPart, Role } from '#libs/contracts';
import { orderConversationsQueryOptions, sideOf } from '../../entities/conversations';
import { lazyPart } from '../../lib/api/chunks';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadingRows } from '../../ui/skeleton';
import { talkText as text } from './texts';

// loaded on demand: few visits of an order are about what was written
const Thread = lazyPart(() => import('./thread'));

/** The conversation about a part, live: closed, with how many messages are new, until somebody opens it. */
export function PartConversation({
  order,
  part,
  viewer,
}: {
  order: OrderDto;
  part: OrderPart;
  viewer: Role;
}) {
  const { data } = useQuery(orderConversationsQueryOptions(order._id));
  const [search] = useSearchParams();
  const [isOpen, setIsOpen] = useState(search.get('messages') === part._id);
  const side = sideOf(viewer);
  const conversation = data?.conversations.find(({ _id }) => _id === part._id);
  // admins see what was reported, and nothing else
  if (side === null && conversation === undefined) return null;
  const unread = side && conversation ? conversation.unread[side] : 0;
  const label =
    side === null
      ? text.between(order.customer.name, part.farmName)
      : text.with(side === 'customer' ? part.farmName : order.customer.name);
  const id = `messages-${part._id}`;
  return (
    <section aria-label={label} className="mt-4 grid gap-3 print:hidden">
      <span className="flex flex-wrap items-center gap-3">
        <Button
          tone="outline"
          size="sm"
          icon={<Icon of={MessageCircle} size={16} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={unread > 0 ? `${label}, ${text.unread(unread)}` : label}
          onClick={() => setIsOpen(!isOpen)}
        >
          {text.messages}
        </Button>
        {unread > 0 && <Badge tone="tomato">{text.unread(unread)}</Badge>}
      </span>
      {isOpen && (
        <div id={id} className="rounded-md border border-rule p-3">
          <Suspense fallback={<LoadingRows rows={2} height="h-16" />}>
            <Thread order={order} part={part} conversation={conversation} side={side} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
