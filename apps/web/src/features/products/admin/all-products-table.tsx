import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { OwnProductDto } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { type Column, DataTable } from '../../../ui/data-table';
import { Price } from '../../../ui/price';
import { StatusPill } from '../../../ui/status-pill';
import { ProductName } from '../product-name';
import { StockText } from '../stock-text';
import { productsText, adminProductsText as text } from '../texts';
import { AdminActions } from './admin-actions';
import { ReviewDialog } from './review-dialog';

const columns: Column<OwnProductDto>[] = [
  {
    key: 'product',
    header: productsText.product,
    primary: true,
    cell: (product) => (
      <ProductName product={product}>
        {product.name}
        {product.moderation !== null && (
          <span className="mt-1 block max-w-72 text-sm font-normal text-tomato-ink">
            {text.because} <q className="italic">{product.moderation}</q>
          </span>
        )}
      </ProductName>
    ),
  },
  {
    key: 'farm',
    header: text.farm,
    cell: ({ farmSlug, farmer }) => (
      <Link
        to={paths.farm(farmSlug)}
        className="inline-flex min-h-11 items-center hover:underline sm:min-h-6"
      >
        {farmer}
      </Link>
    ),
  },
  {
    key: 'price',
    header: productsText.price,
    cell: (product) => <Price dollars={product.price} unit={product.unit} />,
  },
  {
    key: 'stock',
    header: productsText.onHand,
    cell: (product) => <StockText product={product} />,
  },
  {
    key: 'status',
    header: productsText.status,
    cell: (product) => <StatusPill status={product.status} />,
  },
];

/** All farms' products with the admin's actions. */
export function AllProductsTable({ products }: { products: readonly OwnProductDto[] }) {
  const [reviewedId, setReviewedId] = useState<string | null>(null);
  const reviewed = products.find(({ _id }) => _id === reviewedId);
  return (
    <>
      <DataTable
        caption={text.caption}
        columns={columns}
        rows={products}
        rowKey={(product) => product._id}
        tableFrom="lg"
        actions={(product) => (
          <AdminActions product={product} onReview={() => setReviewedId(product._id)} />
        )}
      />
      <ReviewDialog product={reviewed ?? null} onClose={() => setReviewedId(null)} />
    </>
  );
}
