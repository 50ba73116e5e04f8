import { Bell, BellRing } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Id } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { useSession } from '../../../lib/session';
import { sessionStore, storageKeys } from '../../../lib/storage';
import { useOnline } from '../../../lib/use-online';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { uiText } from '../../../ui/texts';
import { useToast } from '../../../ui/toast';
import { notifyText } from './notify-texts';
import { useFavourite } from './use-favourite';

interface Sought {
  id: Id;
  name: string;
  large: boolean;
}

/** Replaces Add for a sold-out product: makes it a favourite, so that the customer is notified of its return. */
export default function NotifyButton(product: Sought) {
  const { user } = useSession();
  if (user === null) return <ForVisitor {...product} />;
  return user.role === 'customer' ? <ForCustomer {...product} /> : null;
}

/** Visitors sign in first and return; the product is made a favourite then. */
function ForVisitor(product: Sought) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const signIn = () => {
    // read by pending-favourite.ts
    const favourite = JSON.stringify({ kind: 'products', id: product.id });
    sessionStore.set(storageKeys.pendingFavourite, favourite);
    void navigate(paths.signIn, { state: { next: pathname + search } });
  };
  return <BellButton {...product} on={false} onPress={signIn} />;
}

function ForCustomer(product: Sought) {
  const online = useOnline();
  const toast = useToast();
  const { on = false, set } = useFavourite('products', product.id);
  const press = () => {
    if (!online) return toast({ tone: 'error', title: uiText.offline });
    set(!on);
    if (!on) toast({ title: notifyText.done, description: notifyText.doneText(product.name) });
  };
  return <BellButton {...product} on={on} onPress={press} />;
}

function BellButton({ name, large, on, onPress }: Sought & { on: boolean; onPress: () => void }) {
  const label = on ? notifyText.on : notifyText.off;
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
