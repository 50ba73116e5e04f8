import { type OwnProductDto, unitName } from '#libs/contracts';
import { formatQuantity } from '../../lib/text/format';
import { countsStock, type Draft } from './edit-draft';
import { EditInput } from './edit-input';
import { productsText } from './texts';
import type { ProductEditing } from './use-product-editing';

/** The counted amount, the reason if it differs, and a note if the stock has changed meanwhile. */
export function StockFields({
  product,
  draft,
  editing,
}: {
  product: OwnProductDto;
  draft: Draft;
  editing: ProductEditing;
}) {
  return (
    <span className="inline-grid gap-2">
      <EditInput
        label={productsText.onHandOf(product.name, unitName(product.unit, 0))}
        value={draft.onHand}
        error={editing.errors.onHand}
        suffix={product.unit === 'each' ? '' : unitName(product.unit, 0)}
        onChange={(onHand) => editing.edit({ onHand })}
        onEnter={() => editing.save(product)}
        onEscape={editing.cancel}
      />
      {countsStock(draft) && (
        <select
          aria-label={productsText.reasonOf(product.name)}
          value={draft.reason}
          onChange={(event) => editing.edit({ reason: event.target.value })}
          className="min-h-11 rounded-md border border-edge bg-paper px-3 pr-8"
        >
          {productsText.reasons.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </select>
      )}
      {(draft.changedElsewhere.onHand || product.onHand !== draft.base.onHand) && (
        <span className="max-w-60 text-sm font-semibold text-butter-ink">
          {productsText.changedElsewhere(formatQuantity(product.onHand, product.unit))}
        </span>
      )}
    </span>
  );
}
