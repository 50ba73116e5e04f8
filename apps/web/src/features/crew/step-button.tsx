import type { FarmStep } from '#libs/contracts';
import { Button } from '../../ui/button';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useDeliver, usePack } from './crew';
import { crewText as text } from './texts';

/** The next step with an order, for its packer or its driver. */
export function StepButton({
  order: { _id, code, version },
  status,
  as,
}: {
  order: { readonly _id: string; readonly code: string; readonly version: number };
  status: FarmStep;
  as: 'packer' | 'driver';
}) {
  const packing = usePack();
  const delivering = useDeliver();
  const toast = useToast();
  const onError = (error: unknown) =>
    toast({ tone: 'error', title: text.stepFailed, description: errorMessage(error) });
  const take = as === 'packer' ? packing : delivering;
  return (
    <span className="print:hidden">
      <Button
        tone="leaf"
        full
        busy={take.isPending}
        aria-label={text.stepOf(text.step[status], code)}
        onClick={() => take.mutate({ _id, status, version }, { onError })}
      >
        {text.step[status]}
      </Button>
    </span>
  );
}
