import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useSettings } from '../../../lib/api/public-data';
import { storage, storageKeys } from '../../../lib/browser/storage';
import { pushSupport } from '../../../lib/push/push-device';
import { useSession } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { kindsOf, pushQueryOptions, useThisDevice } from './push';
import { TurnOnButton } from './push-settings';
import { pushText as text } from './texts';

/**
 * Offers notices where they are of use, to who has neither turned them on here nor said no. The browser itself asks only
 * after a click.
 */
export function PushOffer({ as }: { as: 'customer' | 'farmer' }) {
  const isOffered = useSettings()?.push;
  const asked = useSyncExternalStore(storage.subscribeTo(storageKeys.pushAsked), () =>
    storage.get(storageKeys.pushAsked),
  );
  const canAsk = pushSupport() === 'yes' && Notification.permission === 'default';
  return isOffered && canAsk && asked === null ? <Offer as={as} /> : null;
}

function Offer({ as }: { as: 'customer' | 'farmer' }) {
  const { user } = useSession();
  const { isSuccess } = useQuery(pushQueryOptions());
  const own = useThisDevice();
  if (user === null || !isSuccess || own !== null) return null;
  return (
    <section
      aria-labelledby="push-offer"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-butter-tint p-4 text-butter-ink print:hidden"
    >
      <div>
        <h2 id="push-offer" className="font-semibold">
          {text.offerTitle}
        </h2>
        <p>{text.offer[as]}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <TurnOnButton kinds={kindsOf(user)} />
        <Button tone="ghost" onClick={() => storage.set(storageKeys.pushAsked, 'no')}>
          {text.later}
        </Button>
      </div>
    </section>
  );
}
