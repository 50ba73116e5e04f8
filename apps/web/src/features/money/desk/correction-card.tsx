import { Link } from 'react-router-dom';
import type { CorrectionDto, DecideCorrection } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatDateTime, formatMoney } from '../../../lib/text/format';
import { Badge, type Tone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { correctionsText as text } from '../texts';

const tones: Record<CorrectionDto['status'], Tone> = {
  proposed: 'butter',
  confirmed: 'leaf',
  rejected: 'plain',
};

/** What a correction does, in words. */
export const correctionWords = ({ farmName, amount }: CorrectionDto): string =>
  amount < 0
    ? text.gives(farmName, formatMoney(-amount))
    : text.gets(farmName, formatMoney(amount));

/** A correction with the buttons to decide; an own one can only be withdrawn. */
export function CorrectionCard({
  correction,
  isOwn,
  blocked,
  onDecide,
}: {
  correction: CorrectionDto;
  isOwn: boolean;
  blocked: string | null;
  onDecide: (decision: DecideCorrection['decision']) => void;
}) {
  const { _id, farmId, reason, status, proposedBy, decidedBy, createdAt } = correction;
  const words = correctionWords(correction);
  const reject = isOwn ? text.withdraw : text.reject;
  return (
    <Card as="article" compact className="max-w-4xl" aria-labelledby={`correction-${_id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 id={`correction-${_id}`} className="min-w-0 text-xl">
          <Link
            to={paths.farmMoney(farmId)}
            className="underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink"
          >
            {words}
          </Link>
        </h3>
        <Badge tone={tones[status]}>{text.status[status]}</Badge>
      </div>
      <p className="my-2 max-w-prose font-quote whitespace-pre-line italic">
        {text.because(reason)}
      </p>
      <p className="text-sm text-ink-soft">
        {text.proposedBy(proposedBy.name, formatDateTime(createdAt))}
        {decidedBy !== null && <> · {text.decidedBy[status](decidedBy.name)}</>}
      </p>
      {status === 'proposed' && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button
            tone="leaf"
            size="sm"
            disabledReason={blocked ?? (isOwn ? text.own : null)}
            aria-label={text.of(text.confirm, words)}
            onClick={() => onDecide('confirmed')}
          >
            {text.confirm}
          </Button>
          <Button
            tone="danger"
            size="sm"
            disabledReason={blocked}
            aria-label={text.of(reject, words)}
            onClick={() => onDecide('rejected')}
          >
            {reject}
          </Button>
          {isOwn && <span className="text-sm text-ink-soft">{text.own}</span>}
        </div>
      )}
    </Card>
  );
}
