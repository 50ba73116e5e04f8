import { useMutation, useQuery } from '@tanstack/react-query';
import { useOnline } from '../../../lib/browser/device';
import { callAccount } from '../../../lib/session/builtin';
import { Button } from '../../../ui/button';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { securityText as text } from '../texts';
import { accountQueryOptions } from './second-factor-api';

/** Shows that the address is not confirmed yet, with a button that mails the link again. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const { data } = useQuery(accountQueryOptions());
  const online = useOnline();
  const toast = useToast();
  const sending = useMutation({
    mutationFn: () => callAccount('/send-confirmation', { email }),
    onSuccess: () => toast({ title: text.confirmationSent }),
    onError: (error) =>
      toast({ tone: 'error', title: text.endFailed, description: errorMessage(error) }),
  });
  if (data === undefined || data.emailVerified) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-butter-tint px-4 py-3 text-butter-ink">
      <p>{text.unconfirmed}</p>
      <Button
        tone="outline"
        size="sm"
        disabledReason={online ? null : text.offline}
        busy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {text.sendAgain}
      </Button>
    </div>
  );
}
