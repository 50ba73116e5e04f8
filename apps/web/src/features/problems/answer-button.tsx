import { MessageCircleReply } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { OrderProblem } from '#libs/contracts';
import { lazyPart } from '../../lib/api/chunks';
import { useOnline } from '../../lib/browser/device';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { answerText, problemsText } from './texts';

const AnswerDialog = lazyPart(() => import('./answer-dialog'));

/** The button and the dialog to answer a report; stays while its dialog is open. */
export function AnswerButton({
  problem,
  viewer,
}: {
  problem: OrderProblem;
  viewer: 'farmer' | 'admin';
}) {
  const [isOpen, setIsOpen] = useState(false);
  const online = useOnline();
  if (problem.status !== 'open' && !isOpen) return null;
  return (
    <div className="print:hidden">
      <Button
        tone="leaf"
        size="sm"
        icon={<Icon of={MessageCircleReply} size={18} />}
        aria-label={answerText.answerOf(problem.code)}
        disabledReason={online ? null : problemsText.offline}
        onClick={() => setIsOpen(true)}
      >
        {answerText.answer}
      </Button>
      <Suspense>
        {isOpen && (
          <AnswerDialog problem={problem} viewer={viewer} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </div>
  );
}
