import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { type BuyAgain as Answer, buyAgainSchema, type OrderDto } from '#libs/contracts';
import { carts } from '../../entities/carts';
import { request } from '../../lib/api/api';
import { useOnline } from '../../lib/browser/device';
import { paths } from '../../lib/paths';
import { formatQuantity } from '../../lib/text/format';
import { liveStore } from '../../realtime/live-store';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { ordersText } from './texts';

/** `POST /orders/:id/buy-again`: adds an order's items to the cart, and lists those that are unavailable. */
export function BuyAgain({
  order,
  label = ordersText.again,
}: {
  order: OrderDto;
  /** The button's label, to which the order's code is added for screen readers. */
  label?: string;
}) {
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const online = useOnline();
  const addToCart = useMutation({
    mutationFn: () => request(buyAgainSchema, `/orders/${order._id}/buy-again`, { method: 'POST' }),
    onSuccess: ({ cart, lines }) => {
      liveStore(client).put([carts.of(cart)]);
      const missing = lines.filter(({ outcome }) => outcome !== 'added');
      toast({
        tone: missing.length === 0 ? 'success' : 'info',
        title: missing.length === lines.length ? ordersText.againNothing : ordersText.againDone,
        description: missing.length === 0 ? undefined : <Missing lines={missing} />,
        action: { label: ordersText.toCart, onAction: () => void navigate(paths.cart) },
      });
    },
    onError: (error) =>
      toast({
        tone: 'error',
        title: ordersText.againFailed,
        description: errorMessage(error),
      }),
  });
  return (
    <Button
      tone="leaf"
      icon={<Icon of={RotateCcw} size={18} />}
      busy={addToCart.isPending}
      disabledReason={online ? null : ordersText.offline}
      onClick={() => addToCart.mutate()}
    >
      {label}
      {label !== ordersText.again && <span className="sr-only"> {order.code}</span>}
    </Button>
  );
}

function Missing({ lines }: { lines: Answer['lines'] }) {
  return (
    <ul>
      {lines.map(({ productId, name, unit, inCart, reason }) => (
        <li key={productId}>
          {name}: {reason === null ? '' : ordersText.againReasons[reason]}
          {inCart > 0 && ` ${ordersText.againLess(formatQuantity(inCart, unit))}`}
        </li>
      ))}
    </ul>
  );
}
