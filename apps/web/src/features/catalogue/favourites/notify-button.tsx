import { Bell, BellRing } from 'lucide-react';
import type { Id } from '#libs/contracts';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { favouritesText } from '../texts';
import { useSignInForFavourite } from './favourite-toggle';

export interface Sought {
  id: Id;
  name: string;
  large: boolean;
}

/** Visitors sign in first and return; the product is made a favourite then. */
export function GuestNotifyButton(product: Sought) {
  const signIn = useSignInForFavourite({ kind: 'products', id: product.id });
  return <NotifyButton {...product} on={false} onPress={signIn} />;
}

/** Replaces Add for a sold-out product: makes it a favourite, so that the customer is notified of its return. */
export function NotifyButton({
  name,
  large,
  on,
  onPress,
}: Sought & { on: boolean; onPress: () => void }) {
  const label = on ? favouritesText.notifies : favouritesText.notify;
  return (
    <Button
      full
      tone={on ? 'leaf' : 'outline'}
      size={large ? 'lg' : 'md'}
      icon={<Icon of={on ? BellRing : Bell} size={18} />}
      aria-pressed={on}
      aria-label={`${label}: ${name}`}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
