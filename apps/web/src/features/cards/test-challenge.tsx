import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { errorCode, request } from '../../lib/api/api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { errorMessage } from '../../ui/states';
import { cardsText } from './texts';

const { challenge: text } = cardsText;

/** What the bank of a test card asks. Closing it answers nothing. */
export function TestChallenge({
  challenge,
  onEnd,
}: {
  challenge: string;
  /** Whether the customer has answered. */
  onEnd: (answered: boolean) => void;
}) {
  const { mutate, isPending, isError, error, variables } = useMutation({
    mutationFn: async (passed: boolean) => {
      const body = { challenge, passed };
      await request(z.undefined(), '/test-cards/challenges', { method: 'POST', body });
    },
    onSuccess: () => onEnd(true),
    onError: (problem) => {
      // it was answered in another tab, or its payment has ended
      if (errorCode(problem) === 'PAYMENT_NOT_FOUND') onEnd(true);
    },
  });
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={text.title}
      actions={
        <>
          <Button
            tone="danger"
            busy={isPending && variables === false}
            onClick={() => mutate(false)}
          >
            {text.refuse}
          </Button>
          <Button tone="leaf" busy={isPending && variables} onClick={() => mutate(true)}>
            {text.confirm}
          </Button>
        </>
      }
    >
      <p>{text.text}</p>
      <p className="mt-2 text-sm text-ink-soft">{text.demo}</p>
      {isError && (
        <p role="alert" className="mt-3 font-semibold text-tomato-ink">
          {text.failed}. {errorMessage(error)}
        </p>
      )}
    </Dialog>
  );
}
