import type { ProductDto } from '#libs/contracts';
import { formatPerUnit } from '../../lib/format';
import { StatusPill } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Price } from '../../ui/price';
import { EditInput } from './edit-input';
import { ProductName } from './product-name';
import { RowActions } from './row-actions';
import { StockFields } from './stock-fields';
import { StockText } from './stock-text';
import { productsText } from './texts';
import { useProductEditing } from './use-product-editing';

/** The farmer's table: a row turns into fields, saves, or pauses its product. */
export function OwnProductsTable({ products }: { products: readonly ProductDto[] }) {
  const editing = useProductEditing();
  const columns: Column<ProductDto>[] = [
    {
      key: 'product',
      header: productsText.product,
      primary: true,
      cell: (product) => <ProductName product={product} />,
    },
    {
      key: 'price',
      header: productsText.price,
      cell: (product) => {
        const draft = editing.draftOf(product);
        if (draft === null) return <Price dollars={product.price} unit={product.unit} />;
        return (
          <EditInput
            label={productsText.priceOf(product.name, formatPerUnit(product.unit))}
            value={draft.price}
            error={editing.errors.price ? productsText.badPrice : null}
            before="$"
            after={formatPerUnit(product.unit)}
            autoFocus
            onChange={(price) => editing.type({ price })}
            onEnter={() => editing.save(product)}
            onEscape={editing.cancel}
          />
        );
      },
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
      cell: (product) => <StatusPill status={product.status} />,
    },
  ];
  return (
    <DataTable
      caption={productsText.ownCaption}
      columns={columns}
      rows={products}
      rowKey={(product) => product._id}
      actions={(product) => <RowActions product={product} editing={editing} />}
    />
  );
}
