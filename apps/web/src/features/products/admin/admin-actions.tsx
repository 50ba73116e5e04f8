import { useState } from 'react';
import type { AskedProductStatus, OwnProductDto } from '#libs/contracts';
import { errorCode } from '../../../lib/api';
import { useOnline } from '../../../lib/use-online';
import { Button } from '../../../ui/button';
import { type Question, ReasonDialog } from '../../../ui/reason-form';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { productsText } from '../texts';
import { useUpdateProduct } from '../update-product';
import { adminProductsText as text } from './texts';

const LONGEST_REASON = 280;

interface Step {
  readonly to: AskedProductStatus;
  readonly label: string;
  /** Asked before the step, where the farm has to know why. */
  readonly question?: Question;
}

/** What an admin does about a farm's product; pausing it for no reason is the farm's own affair. */
function stepsOf({ status, moderation, name }: OwnProductDto): Step[] {
  const ask = { hint: text.reasonHint, required: true, keep: text.keep, longest: LONGEST_REASON };
  if (status === 'live') {
    const title = text.takeDownTitle(name);
    const question = { ...ask, title, body: text.takeDownBody, confirm: text.takeDown };
    return [{ to: 'paused', label: text.takeDown, question }];
  }
  if (status === 'review') {
    const title = text.sendBackTitle(name);
    const question = { ...ask, title, body: text.sendBackBody, confirm: text.sendBack };
    return [
      { to: 'live', label: text.approve },
      { to: 'draft', label: text.sendBack, question },
    ];
  }
  return status === 'paused' && moderation !== null ? [{ to: 'live', label: text.release }] : [];
}

/** The steps that an admin may take with a product now. */
export function AdminActions({ product, onLook }: { product: OwnProductDto; onLook: () => void }) {
  const online = useOnline();
  const toast = useToast();
  const update = useUpdateProduct();
  const [asking, setAsking] = useState<Step | null>(null);
  const blocked = online ? null : productsText.offline;
  const { name } = product;
  const take = (to: AskedProductStatus, reason?: string) => {
    if (update.isPending) return;
    update.mutate(
      { product, change: { status: to, ...(reason && { reason }) } },
      {
        onSuccess: () => toast({ title: text.done[to](name) }),
        onError: (error) =>
          toast({
            tone: 'error',
            title: text.failed(name),
            description:
              errorCode(error) === 'VERSION_CONFLICT' ? text.conflict : errorMessage(error),
          }),
      },
    );
  };
  return (
    <>
      <Button tone="ghost" size="sm" aria-label={text.lookOf(name)} onClick={onLook}>
        {text.look}
      </Button>
      {stepsOf(product).map((step) => (
        <Button
          key={step.to}
          size="sm"
          tone={step.question ? 'danger' : 'leaf'}
          busy={update.isPending}
          disabledReason={blocked}
          aria-label={text.stepOf(step.label, name)}
          onClick={() => (step.question ? setAsking(step) : take(step.to))}
        >
          {step.label}
        </Button>
      ))}
      <ReasonDialog
        question={asking?.question ?? null}
        onClose={() => setAsking(null)}
        onConfirm={(reason) => {
          if (asking !== null) take(asking.to, reason);
          setAsking(null);
        }}
      />
    </>
  );
}
