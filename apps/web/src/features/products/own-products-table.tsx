import { Link } from 'react-router-dom';
import type { OwnProductDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatMoney, formatPerUnit } from '../../lib/text/format';
import { type Column, DataTable } from '../../ui/data-table';
import { Price } from '../../ui/price';
import { StatusPill } from '../../ui/status-pill';
import { EditInput } from './edit-input';
import { ModerationNote, ProductName } from './product-name';
import { RowActions } from './row-actions';
import { StockFields } from './stock-fields';
import { StockText } from './stock-text';
import { productsText } from './texts';
import { type ProductEditing, useProductEditing } from './use-product-editing';

/** The farmer's products. Price and stock are edited in the row; further actions are in its menu. */
export function OwnProductsTable({ products }: { products: readonly OwnProductDto[] }) {
  const editing = useProductEditing();
  const columns: Column<OwnProductDto>[] = [
    {
      key: 'product',
      header: productsText.product,
      primary: true,
      cell: (product) => (
        <ProductName product={product}>
          <Link
            to={paths.ownProduct(product._id)}
            className="inline-flex min-h-11 items-center underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
          >
            {product.name}
          </Link>
          <ModerationNote product={product} />
        </ProductName>
      ),
    },
    {
      key: 'price',
      header: productsText.price,
      cell: (product) => <PriceCell product={product} editing={editing} />,
    },
    {
      key: 'onHand',
      header: productsText.onHand,
      cell: (product) => {
        const draft = editing.draftOf(product);
        if (draft === null) return <StockText product={product} />;
        return <StockFields product={product} draft={draft} editing={editing} />;
      },
    },
    {
      key: 'status',
      header: productsText.status,
      cell: ({ status, listed }) => (
        <span className="grid justify-items-start gap-1">
          <StatusPill status={status} />
          {status === 'live' && !listed && (
            <span className="text-sm text-butter-ink">{productsText.notSeen}</span>
          )}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={productsText.ownCaption}
      columns={columns}
      rows={products}
      rowKey={(product) => product._id}
      tableFrom="lg"
      actions={(product) => <RowActions product={product} editing={editing} />}
    />
  );
}

/** The price, or its field while the row is edited. */
export function PriceCell({
  product,
  editing,
}: {
  product: OwnProductDto;
  editing: ProductEditing;
}) {
  const draft = editing.draftOf(product);
  if (draft === null) return <Price dollars={product.price} unit={product.unit} />;
  return (
    <span className="inline-grid gap-2">
      <EditInput
        label={productsText.priceOf(product.name, formatPerUnit(product.unit))}
        value={draft.price}
        error={editing.errors.price}
        prefix="$"
        suffix={formatPerUnit(product.unit)}
        autoFocus
        onChange={(price) => editing.edit({ price })}
        onEnter={() => editing.save(product)}
        onEscape={editing.cancel}
      />
      {(draft.changedElsewhere.price || product.price !== draft.base.price) && (
        <span role="status" className="max-w-60 text-sm font-semibold text-butter-ink">
          {productsText.priceChangedElsewhere(formatMoney(product.price))}
        </span>
      )}
    </span>
  );
}
