import { Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type CartItem, orderableQuantity } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatMoney } from '../../lib/text/format';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Price } from '../../ui/price';
import { Stepper } from '../../ui/stepper';
import { Thumb } from '../../ui/thumb';
import { ChangeNote } from './change-note';
import { cartPageText } from './texts';

interface Actions {
  onChange: (item: CartItem, quantity: number) => void;
  /** Accepts the changes of a line. */
  onAcknowledge: (item: CartItem) => void;
  onRemove: (item: CartItem) => void;
}

/** One line: picture, unit price, stepper, total, remove. */
export function CartLine({
  item,
  onChange,
  onAcknowledge,
  onRemove,
}: Actions & { item: CartItem }) {
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-3 border-t sm:gap-x-4 border-rule py-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto_5.5rem_auto]">
      <Thumb src={item.image} className="aspect-square w-full rounded-md" />
      <div className="min-w-0">
        <Link
          to={paths.product(item.productId)}
          className="font-display text-lg font-semibold underline-offset-4 hover:underline"
        >
          {item.name}
        </Link>
        <p>
          <Price dollars={item.price} unit={item.unit} />
        </p>
      </div>
      <div className="order-3 col-span-2 sm:order-none sm:col-span-1">
        <Stepper
          name={item.name}
          value={item.quantity}
          onChange={(quantity) => onChange(item, quantity)}
          onRemove={() => onRemove(item)}
          unit={item.unit}
          step={item.step}
          min={item.minimum}
          max={Math.max(orderableQuantity(item), item.minimum)}
        />
      </div>
      <p className="text-right font-display text-lg font-semibold tabular-nums">
        {formatMoney(item.total)}
      </p>
      <span className="order-4 justify-self-end sm:order-none">
        <IconButton label={cartPageText.remove(item.name)} onClick={() => onRemove(item)}>
          <Icon of={Trash2} />
        </IconButton>
      </span>
      <ChangeNote item={item} onAcknowledge={onAcknowledge} onRemove={onRemove} />
    </li>
  );
}
