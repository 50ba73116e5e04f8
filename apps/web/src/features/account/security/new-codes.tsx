import { useState } from 'react';
import { PasswordStep } from './password-step';
import { RecoveryCodes } from './recovery-codes';
import { newRecoveryCodes } from './second-factor-calls';
import { factorText as text } from './second-factor-texts';

/** Makes new recovery codes, for who has used or lost the old ones. */
export default function NewCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordStep
      lead={text.newCodesLead}
      action={text.newCodes}
      onPassword={async (password) => setCodes(await newRecoveryCodes(password))}
    />
  );
}
