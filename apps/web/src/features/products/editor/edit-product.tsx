import { useQuery } from '@tanstack/react-query';
import { Copy, History, PackagePlus, Store } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isPublished, type OwnProductDto } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Icon } from '../../../ui/icon';
import { StatusPill } from '../../../ui/status-pill';
import { ArchiveDialog } from '../archive-dialog';
import { ProductsSkeleton } from '../listed-products';
import { ProductMissing } from '../product-missing';
import { ModerationNote } from '../product-name';
import { ownProductQueryOptions } from '../product-queries';
import { StockDialog } from '../stock/stock-dialog';
import { StockText } from '../stock-text';
import { productsText, editorText as text } from '../texts';
import { productSteps, useProductSteps } from '../use-product-steps';
import { type EditorProps, ProductEditor } from './product-editor';

/** `/dashboard/farmer/products/new` and `/:id`: creates a product of the farm, or edits it, live. */
export function EditProduct({ id, ...props }: EditorProps & { id: string | null }) {
  const { key, state } = useLocation();
  const query = useQuery({ ...ownProductQueryOptions(id ?? ''), enabled: id !== null });
  if (id === null || query.data !== undefined) {
    const product = query.data ?? null;
    return (
      <ProductEditor
        // Creating a product replaces the address, and not the editor: it may hold what was typed meanwhile.
        key={typeof state === 'string' ? state : (id ?? key)}
        {...props}
        product={product}
        aside={product && <ProductState product={product} />}
      />
    );
  }
  if (query.isPending) return <ProductsSkeleton />;
  return <ProductMissing query={query} />;
}

/** The product's status and stock, with their actions. */
function ProductState({ product }: { product: OwnProductDto }) {
  const online = useOnline();
  const blocked = online ? null : text.offline;
  const navigate = useNavigate();
  const steps = useProductSteps((copy) => void navigate(paths.ownProduct(copy._id)));
  const [openDialog, setOpenDialog] = useState<'archive' | 'stock' | null>(null);
  const { _id, name, status, listed } = product;
  return (
    <Card as="section" aria-labelledby="state-title" className="grid gap-4">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="state-title" className="text-xl">
            {text.state}
          </h2>
          <StatusPill status={status} />
        </div>
        <ModerationNote product={product} />
        {status === 'live' && !listed && (
          <p className="mt-1 text-sm text-butter-ink">{productsText.notSeen}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {productSteps(product).map(({ to, label }) => (
          <Button
            key={to}
            size="sm"
            tone={to === 'live' ? 'leaf' : to === 'archived' ? 'danger' : 'outline'}
            busy={steps.busy(product)}
            disabledReason={blocked}
            aria-label={productsText.stepOf(label, name)}
            onClick={() =>
              to === 'archived' ? setOpenDialog('archive') : steps.changeStatus(product, to)
            }
          >
            {label}
          </Button>
        ))}
        <Button
          size="sm"
          tone="ghost"
          disabledReason={blocked}
          icon={<Icon of={Copy} size={18} />}
          onClick={() => steps.duplicate(product)}
        >
          {productsText.duplicate}
        </Button>
      </div>
      <div className="grid gap-2 border-t border-rule pt-4">
        <h3 className="text-lg">{text.stock}</h3>
        <StockText product={product} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            tone="outline"
            disabledReason={blocked}
            icon={<Icon of={PackagePlus} size={18} />}
            onClick={() => setOpenDialog('stock')}
          >
            {productsText.changeStock}
          </Button>
          <LinkButton
            size="sm"
            tone="ghost"
            to={paths.stockHistory(_id)}
            icon={<Icon of={History} size={18} />}
          >
            {productsText.history}
          </LinkButton>
          {isPublished(status) && (
            <LinkButton
              size="sm"
              tone="ghost"
              to={paths.product(_id)}
              icon={<Icon of={Store} size={18} />}
            >
              {productsText.seeInShop}
            </LinkButton>
          )}
        </div>
      </div>
      {openDialog === 'archive' && (
        <ArchiveDialog
          product={product}
          onClose={() => setOpenDialog(null)}
          onConfirm={() => {
            setOpenDialog(null);
            steps.changeStatus(product, 'archived');
          }}
        />
      )}
      {openDialog === 'stock' && (
        <StockDialog product={product} onClose={() => setOpenDialog(null)} />
      )}
    </Card>
  );
}
