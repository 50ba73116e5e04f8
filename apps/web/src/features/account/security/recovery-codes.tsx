import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { copyText } from '../../../lib/browser/export';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { useToast } from '../../../ui/toast';
import { factorText as text } from '../texts';

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const toast = useToast();
  const lead = useRef<HTMLParagraphElement>(null);
  // the focused form has been removed
  useEffect(() => lead.current?.focus(), []);
  const copy = async () => {
    const isCopied = await copyText(codes.join('\n'));
    toast(isCopied ? { title: text.copied } : { tone: 'error', title: text.notCopied });
  };
  return (
    <div className="grid gap-4">
      <p ref={lead} tabIndex={-1}>
        {text.codesLead}
      </p>
      <ul
        aria-label={text.codes}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button tone="outline" icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button onClick={onDone}>{text.kept}</Button>
      </div>
    </div>
  );
}
