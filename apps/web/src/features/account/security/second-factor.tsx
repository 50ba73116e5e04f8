import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOnline } from '../../../lib/browser/device';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { LoadingRows } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { factorText as text } from '../texts';
import { accountQueryOptions } from './second-factor-api';
import { NewCodes, SwitchOff, SwitchOn } from './second-factor-steps';

const dialogs = { on: SwitchOn, codes: NewCodes, off: SwitchOff };
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
        {Content !== null && <Content onDone={close} />}
      </Dialog>
    </>
  );
}
