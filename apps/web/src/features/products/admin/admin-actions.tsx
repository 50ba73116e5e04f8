import { useState } from 'react';
import type { AskedProductStatus, OwnProductDto } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { Button } from '../../../ui/button';
import { type Question, ReasonDialog } from '../../../ui/reason-form';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { productsText, adminProductsText as text } from '../texts';
import { useUpdateProduct } from '../update-product';

interface Step {
  readonly to: AskedProductStatus;
  readonly label: string;
  /** The dialog before the step, which asks for a reason that the farm receives. */
  readonly question?: Question;
}

/** An admin's steps; an admin needs a reason to pause a product, unlike its farm. */
function stepsOf({ status, moderation, name }: OwnProductDto): Step[] {
  const common = {
    hint: text.reasonHint,
    required: true,
    cancel: text.keep,
  };
  if (status === 'live') {
    const title = text.takeDownTitle(name);
    const question = { ...common, title, body: text.takeDownBody, confirm: text.takeDown };
    return [{ to: 'paused', label: text.takeDown, question }];
  }
  if (status === 'review') {
    const title = text.sendBackTitle(name);
    const question = { ...common, title, body: text.sendBackBody, confirm: text.sendBack };
    return [
      { to: 'live', label: text.approve },
      { to: 'draft', label: text.sendBack, question },
    ];
  }
  return status === 'paused' && moderation !== null ? [{ to: 'live', label: text.release }] : [];
}

/** Buttons for the steps that an admin may take with a product. */
export function AdminActions({
  product,
  onReview,
}: {
  product: OwnProductDto;
  onReview: () => void;
}) {
  const online = useOnline();
  const toast = useToast();
  const update = useUpdateProduct();
  const [openStep, setOpenStep] = useState<Step | null>(null);
  const blocked = online ? null : productsText.offline;
  const { name } = product;
  const changeStatus = (to: AskedProductStatus, reason?: string) => {
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
      <Button tone="ghost" size="sm" aria-label={text.lookOf(name)} onClick={onReview}>
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
          onClick={() => (step.question ? setOpenStep(step) : changeStatus(step.to))}
        >
          {step.label}
        </Button>
      ))}
      <ReasonDialog
        question={openStep?.question ?? null}
        onClose={() => setOpenStep(null)}
        onConfirm={(reason) => {
          if (openStep !== null) changeStatus(openStep.to, reason);
          setOpenStep(null);
        }}
      />
    </>
  );
}
