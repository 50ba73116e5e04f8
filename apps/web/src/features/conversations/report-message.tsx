import { useState } from 'react';
import type { Message } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { formatDateTime } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../../ui/reason-form';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useReportMessage } from './conversations';
import { reportMessageText as text } from './texts';

/** The button and the dialog to report a message of the other side. */
export function ReportMessage({ message }: { message: Message }) {
  const [isOpen, setIsOpen] = useState(false);
  const report = useReportMessage(message);
  const toast = useToast();
  const online = useOnline();
  const send = (reason: string) => {
    setIsOpen(false);
    report.mutate(
      { message, reason },
      {
        onSuccess: () => toast({ title: text.done }),
        onError: (error) =>
          toast({ tone: 'error', title: text.failed, description: errorMessage(error) }),
      },
    );
  };
  const { title, body, hint, confirm, cancel } = text;
  return (
    <span className="print:hidden">
      <Button
        size="sm"
        tone="ghost"
        aria-label={text.reportOf(message.author, formatDateTime(message.sentAt))}
        disabledReason={online ? null : text.offline}
        onClick={() => setIsOpen(true)}
      >
        {text.report}
      </Button>
      <ReasonDialog
        question={isOpen ? { title, body, hint, confirm, cancel, required: true } : null}
        onClose={() => setIsOpen(false)}
        onConfirm={send}
      />
    </span>
  );
}
