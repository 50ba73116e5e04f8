import { isPublished, type OwnProductDto } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatComparable } from '../../../lib/text/format';
import { categoryText, productText } from '../../../lib/text/texts';
import { LinkButton } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Price } from '../../../ui/price';
import { StatusPill } from '../../../ui/status-pill';
import { adminProductsText as text } from '../texts';

/** A product's details for review, also of one that is not public. */
export function ReviewDialog({
  product,
  onClose,
}: {
  product: OwnProductDto | null;
  onClose: () => void;
}) {
  return (
    <Dialog open={product !== null} onClose={onClose} title={product?.name ?? ''} wide>
      {product !== null && <ProductDetails product={product} />}
    </Dialog>
  );
}

function ProductDetails({ product }: { product: OwnProductDto }) {
  const { images, description, status } = product;
  const comparable = formatComparable(product);
  const facts = [
    [productText.fields.features, product.features.join(', ')],
    [productText.fields.allergens, product.allergens.join(', ')],
    [productText.fields.storage, product.storage ?? ''],
    ...(comparable ? ([[text.comparable, comparable]] as const) : []),
  ] as const;
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusPill status={status} />
        <span>{text.byFarm(product.farmer)}</span>
        <span>{categoryText.names[product.category]}</span>
        <Price dollars={product.price} unit={product.unit} />
      </p>
      {images.length === 0 ? (
        <p className="text-ink-soft">{text.noPictures}</p>
      ) : (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {images.map(({ url, alt, sizes }) => (
            <li key={url}>
              <figure className="grid gap-1">
                <img
                  src={sizes?.[0]?.url ?? url}
                  alt=""
                  className="aspect-square w-full rounded-md bg-sunken object-contain"
                />
                <figcaption className="text-sm text-ink-soft">{alt || text.unsaid}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
      <p className="whitespace-pre-line">{description || text.noDescription}</p>
      <dl className="grid gap-3 border-t border-rule pt-4 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd>{value || text.nothing}</dd>
          </div>
        ))}
      </dl>
      {isPublished(status) && (
        <p>
          <LinkButton tone="outline" size="sm" to={paths.product(product._id)}>
            {text.toShop}
          </LinkButton>
        </p>
      )}
    </div>
  );
}
