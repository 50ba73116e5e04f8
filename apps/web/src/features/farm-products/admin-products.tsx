import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { StatusPill } from '../../ui/badge';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { LoadMore } from '../../ui/load-more';
import { Price } from '../../ui/price';
import { EmptyState, ErrorState } from '../../ui/states';
import { allProductsQueryOptions } from './product-lists';
import { ProductName } from './product-name';
import { ProductSearch } from './product-search';
import { ProductsSkeleton } from './products-skeleton';
import { StockText } from './stock-text';
import { productsText } from './texts';

const columns: Column<ProductDto>[] = [
  {
    key: 'product',
    header: productsText.product,
    primary: true,
    cell: (product) => (
      <Link to={paths.product(product._id)} className="hover:underline">
        <ProductName product={product} />
      </Link>
    ),
  },
  {
    key: 'farm',
    header: productsText.farm,
    cell: (product) => (
      <Link to={paths.farm(product.farmSlug)} className="inline-block min-h-6 hover:underline">
        {product.farmer}
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
    header: productsText.stock,
    cell: (product) => <StockText product={product} />,
  },
  {
    key: 'status',
    header: productsText.status,
    cell: (product) => <StatusPill status={product.status} />,
  },
];

/** Every product on sale with its live stock. */
export function AdminProducts() {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  return (
    <>
      <ProductSearch label={productsText.searchAll} value={text} onChange={setText} />
      <FoundProducts key={wanted} q={wanted} onClear={() => setText('')} />
    </>
  );
}

function FoundProducts({ q, onClear }: { q: string; onClear: () => void }) {
  const query = useInfiniteQuery(allProductsQueryOptions(q));
  if (query.isPending) return <ProductsSkeleton />;
  if (!query.data) {
    return (
      <ErrorState query={query} title={productsText.loadFailed} otherwise={productsText.tryLater} />
    );
  }
  const products = query.data.pages.flatMap((page) => page.products);
  return (
    <>
      <p className="mb-3 text-ink-soft tabular-nums">
        {productsText.found(query.data.pages[0]?.total ?? products.length)}
      </p>
      <DataTable
        caption={productsText.allCaption}
        columns={columns}
        rows={products}
        rowKey={(product) => product._id}
        empty={
          <EmptyState
            title={productsText.none}
            action={
              q !== '' && (
                <Button tone="outline" onClick={onClear}>
                  {productsText.clear}
                </Button>
              )
            }
          />
        }
      />
      <LoadMore query={query} label={productsText.showMore} />
    </>
  );
}
