import { useToast } from '../../../ui/toast';
import { factorText as text } from '../texts';
import { PasswordStep } from './password-step';
import { useChangeSecondFactor } from './second-factor-api';

/** Switches the second factor off. */
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
