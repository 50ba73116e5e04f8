import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { catalogueText } from './texts';

/** The filters on small screens: what is chosen applies at once, and the button says how many products are left. */
export default function FilterSheet({
  total,
  onClose,
  children,
}: {
  /** Null while loading. */
  total: number | null;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      sheet
      onClose={onClose}
      title={catalogueText.filters}
      actions={
        <>
          <Link
            to={paths.products}
            className="inline-flex min-h-11 items-center px-1.5 font-semibold text-tomato-ink underline underline-offset-4"
          >
            {catalogueText.clearAll}
          </Link>
          <span className="flex-1">
            <Button full size="lg" onClick={onClose}>
              {catalogueText.showCount(total)}
            </Button>
          </span>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
