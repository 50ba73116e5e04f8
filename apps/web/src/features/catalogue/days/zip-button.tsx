import { MapPin } from 'lucide-react';
import { Suspense, useState } from 'react';
import { usePostalCode } from '../../../entities/postal-code';
import { lazyPart } from '../../../lib/api/chunks';
import { Icon } from '../../../ui/icon';
import { zipText } from './texts';

/** Loaded when it is opened. */
const ZipDialog = lazyPart(() => import('./zip-dialog'));

/** Says where deliveries would go, and opens the dialog that changes it. */
export function ZipButton() {
  const postalCode = usePostalCode();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-sm font-semibold whitespace-nowrap text-leaf-ink hover:bg-sunken"
      >
        <Icon of={MapPin} size={18} />
        {postalCode === null ? zipText.ask : zipText.deliverTo(postalCode)}
      </button>
      {open && (
        <Suspense>
          <ZipDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
