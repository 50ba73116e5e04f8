import {
  Archive,
  CirclePause,
  Copy,
  EllipsisVertical,
  History,
  type LucideIcon,
  PackagePlus,
  Pencil,
  Store,
  TextCursorInput,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPublished, type OwnProductDto } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { DropdownMenu, type MenuEntry } from '../../ui/dropdown-menu';
import { Icon } from '../../ui/icon';
import { ArchiveDialog } from './archive-dialog';
import { StockDialog } from './stock/stock-dialog';
import { productsText as text } from './texts';
import type { ProductEditing } from './use-product-editing';
import { productSteps, useProductSteps } from './use-product-steps';

/** A row's actions: edit in place, the next step, and a menu with the others. */
export function RowActions({
  product,
  editing,
  short = false,
}: {
  product: OwnProductDto;
  editing: ProductEditing;
  /** Only the main action is a button; the others are in the menu. */
  short?: boolean;
}) {
  const online = useOnline();
  const blocked = online ? null : text.offline;
  const { name } = product;
  if (editing.draftOf(product) === null)
    return <RowMenu product={product} editing={editing} short={short} />;
  return (
    <>
      <Button
        tone="leaf"
        size="sm"
        busy={editing.busy(product)}
        disabledReason={blocked}
        aria-label={text.saveOf(name)}
        onClick={() => editing.save(product)}
      >
        {text.save}
      </Button>
      <Button tone="ghost" size="sm" aria-label={text.cancelOf(name)} onClick={editing.cancel}>
        {text.cancel}
      </Button>
    </>
  );
}

function RowMenu({
  product,
  editing,
  short,
}: {
  product: OwnProductDto;
  editing: ProductEditing;
  short: boolean;
}) {
  const online = useOnline();
  const blocked = online ? null : text.offline;
  const navigate = useNavigate();
  const steps = useProductSteps((copy) => void navigate(paths.ownProduct(copy._id)));
  const [openDialog, setOpenDialog] = useState<'archive' | 'stock' | null>(null);
  const { _id, name, status } = product;
  const [next] = productSteps(product).filter(({ to }) => to !== 'archived');
  const canHarvest = isPublished(status);
  // a short row has one button: the harvest for a product on sale, else the next step
  const hasStep = next !== undefined && !(short && canHarvest && status === 'live');
  const edit = action(text.edit, TextCursorInput, () => editing.open(product));
  return (
    <>
      {!short && (
        <Button
          tone="outline"
          size="sm"
          disabledReason={blocked}
          aria-label={text.editOf(name)}
          onClick={() => editing.open(product)}
        >
          {text.edit}
        </Button>
      )}
      {canHarvest && !(short && hasStep) && (
        <span className="lg:hidden">
          <Button
            tone="leaf"
            size="sm"
            disabledReason={blocked}
            aria-label={text.harvestOf(name)}
            onClick={() => setOpenDialog('stock')}
          >
            {text.harvest}
          </Button>
        </span>
      )}
      {hasStep && (
        <Button
          tone={next.to === 'live' ? 'leaf' : 'ghost'}
          size="sm"
          busy={steps.busy(product)}
          disabledReason={blocked}
          aria-label={text.stepOf(next.label, name)}
          onClick={() => steps.changeStatus(product, next.to)}
        >
          {next.label}
        </Button>
      )}
      <DropdownMenu
        label={text.more(name)}
        trigger={<Icon of={EllipsisVertical} />}
        entries={[
          ...(short && online ? [edit] : []),
          ...(short && online && next !== undefined && !hasStep
            ? [action(next.label, CirclePause, () => steps.changeStatus(product, next.to))]
            : []),
          link(text.details, Pencil, paths.ownProduct(_id)),
          action(text.changeStock, PackagePlus, () => setOpenDialog('stock')),
          link(text.history, History, paths.stockHistory(_id)),
          action(text.duplicate, Copy, () => steps.duplicate(product)),
          ...(isPublished(status) ? [link(text.seeInShop, Store, paths.product(_id))] : []),
          ...(status === 'archived'
            ? []
            : [
                {
                  ...action(text.steps.archive, Archive, () => setOpenDialog('archive')),
                  danger: true,
                },
              ]),
        ]}
      />
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
    </>
  );
}

const link = (label: string, icon: LucideIcon, to: string): MenuEntry => ({
  kind: 'link',
  label,
  icon: <Icon of={icon} size={18} />,
  to,
});
const action = (label: string, icon: LucideIcon, onSelect: () => void) => ({
  kind: 'action' as const,
  label,
  icon: <Icon of={icon} size={18} />,
  onSelect,
});
