import { useEffect, useRef, useState } from 'react';
import { loadChunk } from '../../lib/api/chunks';
import { Button } from '../../ui/button';
import { Skeleton } from '../../ui/skeleton';
import type { StripeFields } from './stripe';
import { cardsText } from './texts';

const { stripe: text } = cardsText;

/** The Payment Element; Stripe's script is loaded when this is shown for the first time. */
export function StripeCardFields({
  publishableKey,
  cents,
  onFields,
}: {
  publishableKey: string;
  /** What is paid, for texts of Stripe. */
  cents: number;
  /** The fields once they can be used; null before and after. */
  onFields: (fields: StripeFields | null) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<StripeFields | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ cents, onFields });
  useEffect(() => {
    latest.current = { cents, onFields };
    mounted.current?.setCents(cents);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt mounts them again
  useEffect(() => {
    let isGone = false;
    setState('loading');
    const mount = async () => {
      const { mountStripeFields } = await loadChunk(() => import('./stripe'));
      if (isGone || place.current === null) return;
      const fields = await mountStripeFields(place.current, publishableKey, latest.current.cents);
      if (isGone) return fields.unmount();
      mounted.current = fields;
      setState('ready');
      latest.current.onFields(fields);
    };
    mount().catch(() => {
      if (!isGone) setState('failed');
    });
    return () => {
      isGone = true;
      mounted.current?.unmount();
      mounted.current = null;
      latest.current.onFields(null);
    };
  }, [publishableKey, attempt]);
  return (
    <div>
      {state === 'loading' && (
        <div aria-busy="true">
          <p className="sr-only">{text.loading}</p>
          <Skeleton className="h-40" />
        </div>
      )}
      {state === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold">{text.failed}</p>
          <p className="text-sm text-ink-soft">{text.failedHint}</p>
          <Button size="sm" tone="outline" onClick={() => setAttempt((now) => now + 1)}>
            {text.retry}
          </Button>
        </div>
      )}
      <div ref={place} hidden={state === 'failed'} />
    </div>
  );
}
