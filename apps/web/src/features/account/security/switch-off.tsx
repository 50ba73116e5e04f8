import { useToast } from '../../../ui/toast';
import { PasswordStep } from './password-step';
import { useChangeSecondFactor } from './second-factor-calls';
import { factorText as text } from './second-factor-texts';

/** Lets the password alone open the account again. */
export default function SwitchOff({ onDone }: { onDone: () => void }) {
  const toast = useToast();
  const { mutateAsync } = useChangeSecondFactor();
  return (
    <PasswordStep
      lead={text.offLead}
      action={text.switchOff}
      tone="danger"
      onPassword={async (password) => {
        await mutateAsync({ password });
        toast({ title: text.switchedOff });
        onDone();
      }}
    />
  );
}
