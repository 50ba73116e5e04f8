import { useState } from 'react';
import { type CorrectionDto, correctionStatusSchema, type DecideCorrection } from '#libs/contracts';
import { decisionConflict } from '../../../lib/api/decision-conflict';
import { useOnline } from '../../../lib/browser/device';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ChangeNotice } from '../../../ui/reason-form';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { useDecideCorrection } from '../money';
import { correctionsText as text } from '../texts';
import { correctionWords } from './correction-card';

/** A decision that an admin is about to take. */
export interface Decision {
  /** As it was when the dialog opened. */
  readonly correction: CorrectionDto;
  readonly wanted: DecideCorrection['decision'];
}

/** Asks before a correction is booked or rejected; closed while `decision` is null. */
export function DecideDialog({
  decision,
  now,
  onClose,
}: {
  decision: Decision | null;
  /** The correction as the page knows it now. */
  now: CorrectionDto | undefined;
  onClose: () => void;
}) {
  const title = decision?.wanted === 'confirmed' ? text.confirmTitle : text.rejectTitle;
  return (
    <Dialog sheet open={decision !== null} onClose={onClose} title={title}>
      {decision !== null && (
        <Question decision={decision} now={now ?? decision.correction} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Question({
  decision: { correction, wanted },
  now,
  onClose,
}: {
  decision: Decision;
  now: CorrectionDto;
  onClose: () => void;
}) {
  const toast = useToast();
  const online = useOnline();
  const deciding = useDecideCorrection();
  // of a refusal: the list may no longer have it
  const [stored, setStored] = useState<CorrectionDto['status'] | null>(null);
  const status = stored ?? now.status;
  const isDecided = status !== 'proposed';
  const decide = () =>
    deciding.mutate(
      { correction, decision: wanted },
      {
        onSuccess: () => {
          toast({ title: text[wanted] });
          onClose();
        },
        onError: (error) => {
          const conflict = correctionStatusSchema.safeParse(decisionConflict(error)?.status);
          if (conflict.success) return setStored(conflict.data);
          toast({ tone: 'error', title: text.decideFailed, description: errorMessage(error) });
          onClose();
        },
      },
    );
  return (
    <div className="grid gap-5">
      <div>
        <p className="font-semibold">{correctionWords(correction)}</p>
        <p className="font-quote whitespace-pre-line italic">{text.because(correction.reason)}</p>
      </div>
      <p>{wanted === 'confirmed' ? text.confirmBody : text.rejectBody}</p>
      <ChangeNotice
        text={isDecided ? text.decidedMeanwhile(text.status[status], text.status[wanted]) : null}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="ghost" onClick={onClose}>
          {isDecided ? text.close : text.cancel}
        </Button>
        {!isDecided && (
          <Button
            busy={deciding.isPending}
            disabledReason={online ? null : text.offline}
            onClick={decide}
          >
            {wanted === 'confirmed' ? text.confirm : text.reject}
          </Button>
        )}
      </div>
    </div>
  );
}
