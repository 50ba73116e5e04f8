import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/api/chunks';
import { useOnline } from '../../../lib/browser/device';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { LoadingRows } from '../../../ui/loading-rows';
import { ErrorState } from '../../../ui/states';
import { factorText as text } from '../texts';
import { accountQueryOptions } from './second-factor-api';

/** Loaded on demand, because they are rarely opened. */
const dialogs = {
  on: lazyPart(() => import('./switch-on')),
  codes: lazyPart(() => import('./new-codes')),
  off: lazyPart(() => import('./switch-off')),
};
type Open = keyof typeof dialogs;

/** Shows whether the second factor is on, and switches it on and off. */
export function SecondFactor() {
  const query = useQuery(accountQueryOptions());
  const [open, setOpen] = useState<Open | null>(null);
  const online = useOnline();
  const { data } = query;
  if (data === undefined) {
    if (query.isPending) return <LoadingRows rows={1} height="h-20" />;
    return <ErrorState query={query} title={text.failed} />;
  }
  const button = (which: Open, label: string) => (
    <Button
      tone="outline"
      disabledReason={online ? null : text.offline}
      onClick={() => setOpen(which)}
    >
      {label}
    </Button>
  );
  const Content = open && dialogs[open];
  const close = () => setOpen(null);
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {data.secondFactor && <Badge tone="leaf">{text.isOn}</Badge>}{' '}
        {data.secondFactor ? text.onHint : text.offHint}
      </p>
      <div className="flex flex-wrap gap-3">
        {data.secondFactor ? (
          <>
            {button('codes', text.newCodes)}
            {button('off', text.switchOff)}
          </>
        ) : (
          button('on', text.switchOn)
        )}
      </div>
      <Dialog open={open !== null} onClose={close} title={open === null ? '' : text.titles[open]}>
        <Suspense fallback={<LoadingRows rows={2} />}>
          {Content !== null && <Content onDone={close} />}
        </Suspense>
      </Dialog>
    </>
  );
}
