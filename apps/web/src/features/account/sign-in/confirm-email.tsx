import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorCode } from '../../../lib/api';
import { callIdentity } from '../../../lib/identity/builtin';
import { Button } from '../../../ui/button';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { confirmText as text } from './confirm-texts';

/** Confirms by a button, because mail scanners open links. */
export function ConfirmEmail({
  token,
  onDone,
  onBadLink,
}: {
  token: string;
  onDone: () => void;
  onBadLink: () => void;
}) {
  const toast = useToast();
  const client = useQueryClient();
  const confirming = useMutation({
    mutationFn: () => callIdentity('/confirm-email', { token }),
    onSuccess: () => {
      onDone();
      return client.invalidateQueries({ queryKey: ['own-account'] });
    },
    onError: (error) => {
      if (errorCode(error) === 'LINK_INVALID') onBadLink();
      else toast({ tone: 'error', title: text.failed, description: errorMessage(error) });
    },
  });
  return (
    <Button size="lg" busy={confirming.isPending} onClick={() => confirming.mutate()}>
      {text.confirm}
    </Button>
  );
}
