import type { ProductDto } from '#libs/contracts';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { productsText } from './texts';
import type { ProductEditing } from './use-product-editing';

/** What can be done with a row: edit, pause or activate; while it is open, save or leave. */
export function RowActions({ product, editing }: { product: ProductDto; editing: ProductEditing }) {
  const online = useOnline();
  const blocked = online ? null : productsText.offline;
  const { name, status } = product;
  if (editing.draftOf(product) !== null) {
    return (
      <>
        <Button
          tone="leaf"
          size="sm"
          busy={editing.busy(product)}
          disabledReason={blocked}
          aria-label={productsText.saveOf(name)}
          onClick={() => editing.save(product)}
        >
          {productsText.save}
        </Button>
        <Button
          tone="ghost"
          size="sm"
          aria-label={productsText.cancelOf(name)}
          onClick={editing.cancel}
        >
          {productsText.cancel}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button
        tone="outline"
        size="sm"
        disabledReason={blocked}
        aria-label={productsText.editOf(name)}
        onClick={() => editing.open(product)}
      >
        {productsText.edit}
      </Button>
      {status === 'live' && (
        <Button
          tone="ghost"
          size="sm"
          busy={editing.busy(product)}
          disabledReason={blocked}
          aria-label={productsText.pauseOf(name)}
          onClick={() => editing.setStatus(product, 'paused')}
        >
          {productsText.pause}
        </Button>
      )}
      {(status === 'paused' || status === 'draft') && (
        <Button
          tone="leaf"
          size="sm"
          busy={editing.busy(product)}
          disabledReason={blocked}
          aria-label={productsText.activateOf(name)}
          onClick={() => editing.setStatus(product, 'live')}
        >
          {productsText.activate}
        </Button>
      )}
    </>
  );
}
