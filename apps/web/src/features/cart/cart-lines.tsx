import { Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CartItem } from '#libs/contracts';
import { formatMoney, formatQuantity } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Button, IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Price } from '../../ui/price';
import { Stepper } from '../../ui/stepper';
import { cartText } from './texts';

/** What of a line can no longer be had: the whole of it, a part, or nothing (then null). */
export function shortfall(item: CartItem): { left: number } | null {
  const change = item.changes.find(({ kind }) => kind !== 'price');
  return change ? { left: change.to } : null;
}

interface Actions {
  onChange: (item: CartItem, quantity: number) => void;
  onRemove: (item: CartItem) => void;
}

/** Stock fell under what is in the basket: says by how much, and lets the customer decide. */
function Shortfall({ item, left, onChange, onRemove }: Actions & { item: CartItem; left: number }) {
  const amount = formatQuantity(left, item.unit);
  return (
    <div
      role="alert"
      className="order-5 col-span-full grid gap-3 rounded-md bg-butter-tint p-4 text-butter-ink sm:grid-cols-[1fr_auto] sm:items-center"
    >
      <p className="font-semibold">
        {left > 0
          ? cartText.fallen(item.name, formatQuantity(item.quantity, item.unit), amount)
          : cartText.gone(item.name)}
      </p>
      <div className="flex flex-wrap gap-2">
        {left > 0 && (
          <Button tone="leaf" size="sm" onClick={() => onChange(item, left)}>
            {cartText.keep(amount)}
          </Button>
        )}
        <Button tone="danger" size="sm" onClick={() => onRemove(item)}>
          {cartText.removeShort}
        </Button>
      </div>
    </div>
  );
}

/** One line: picture, unit price, amount, total, remove. */
export function CartLine({ item, onChange, onRemove }: Actions & { item: CartItem }) {
  const short = shortfall(item);
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-3 border-t sm:gap-x-4 border-rule py-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto_5.5rem_auto]">
      <span className="grid aspect-square place-items-center rounded-md bg-sunken">
        <img
          src={item.image}
          alt=""
          width="128"
          height="128"
          loading="lazy"
          className="size-[74%] object-contain"
        />
      </span>
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
          unit={item.unit}
          step={item.step}
          min={item.minimum}
          max={Math.max(item.available, item.minimum)}
        />
      </div>
      <p className="text-right font-display text-lg font-semibold tabular-nums">
        {formatMoney(item.total)}
      </p>
      <span className="order-4 justify-self-end sm:order-none">
        <IconButton label={cartText.remove(item.name)} onClick={() => onRemove(item)}>
          <Icon of={Trash2} />
        </IconButton>
      </span>
      {short !== null && (
        <Shortfall item={item} left={short.left} onChange={onChange} onRemove={onRemove} />
      )}
    </li>
  );
}
