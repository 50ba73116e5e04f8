import type { OwnProductDto } from '#libs/contracts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { productsText } from './texts';

/** Confirms the archiving of a product. */
export function ArchiveDialog({
  product,
  onClose,
  onConfirm,
}: {
  product: OwnProductDto;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={productsText.archiveTitle(product.name)}
      actions={
        <>
          <Button tone="ghost" onClick={onClose}>
            {productsText.keep}
          </Button>
          <Button tone="danger" onClick={onConfirm}>
            {productsText.steps.archive}
          </Button>
        </>
      }
    >
      <p>{productsText.archiveBody}</p>
    </Dialog>
  );
}
