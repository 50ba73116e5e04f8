import { useState } from 'react';
import type { ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { ProductTile } from './product-tile';
import { stockLevel } from './stock-line';
import { productPageText } from './texts';

/** The product's pictures: one large, with thumbnails. */
export function ProductGallery({ product }: { product: ProductDto }) {
  const pictures =
    product.images.length > 0 ? product.images : [{ url: product.image, alt: product.name }];
  const [chosen, setChosen] = useState(0);
  const shown = pictures[chosen] ?? pictures[0];
  if (shown === undefined) return null;
  return (
    <div>
      <ProductTile
        picture={shown}
        category={product.category}
        sizes="(min-width: 80rem) 36rem, (min-width: 64rem) 46vw, 100vw"
        eager
        faded={stockLevel(product) === 'sold_out'}
        className="h-[clamp(9rem,30dvh,22rem)] rounded-xl md:aspect-[5/4] md:h-auto"
      />
      {pictures.length > 1 && (
        <fieldset className="relative -mt-16 ml-2 flex flex-wrap gap-3 md:mt-3 md:ml-0">
          <legend className="sr-only">{productPageText.pictures}</legend>
          {pictures.map((picture, index) => (
            <button
              key={picture.url}
              type="button"
              aria-label={productPageText.showPicture(index + 1)}
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
              className={cx(
                'overflow-hidden rounded-md border-2',
                index === chosen ? 'border-leaf-ink' : 'border-rule',
              )}
            >
              <ProductTile
                picture={{ ...picture, alt: '' }}
                category={product.category}
                sizes="5rem"
                className="size-14 sm:size-20"
              />
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
