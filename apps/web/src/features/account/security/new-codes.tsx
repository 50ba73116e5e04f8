import { useState } from 'react';
import { factorText as text } from '../texts';
import { PasswordStep } from './password-step';
import { RecoveryCodes } from './recovery-codes';
import { generateRecoveryCodes } from './second-factor-api';

/** Generates new recovery codes. */
export default function NewCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordStep
      lead={text.newCodesLead}
      action={text.newCodes}
      onPassword={async (password) => setCodes(await generateRecoveryCodes(password))}
    />
  );
}
