import { Combobox } from '@base-ui/react/combobox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_LENGTH } from '#libs/contracts';
import { farmSearchQueryOptions, farmsOfQueryOptions } from '../lib/api/public-data';
import { useDebounced } from '../lib/browser/timers';
import { cx } from '../lib/cx';
import { farmText } from './choice-texts';
import { Field, Input } from './form';
import { Icon } from './icon';
import { uiText } from './texts';

/** How many farms one list has; a longer text finds the others. */
const SHOWN = 8;

/** Chooses one of any number of farms by its name or place. */
export default function FarmCombobox({
  label,
  any,
  value,
  onChange,
  className,
}: {
  label: string;
  /** What the field says without a farm. */
  any: string;
  /** The id of the farm; empty without one. */
  value: string;
  onChange: (id: string) => void;
  className?: string;
}) {
  // the list stays in the landmark of its field
  const place = useRef<HTMLDivElement>(null);
  // null while the field shows the chosen farm
  const [typed, setTyped] = useState<string | null>(null);
  const { found, status } = useFoundFarms(typed);
  const { data: named } = useQuery(farmsOfQueryOptions(value === '' ? [] : [value]));
  const name = value === '' ? '' : (named?.farms[0]?.name ?? farmText.oneFarm);
  return (
    <Combobox.Root
      items={found.map(({ _id }) => _id)}
      filter={null}
      autoHighlight
      value={value === '' ? null : value}
      onValueChange={(id, { reason }) => {
        if (reason === 'item-press' && id !== null && id !== value) onChange(id);
      }}
      inputValue={typed ?? name}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') setTyped(text);
      }}
      open={typed !== null}
      onOpenChange={(open) => setTyped((text) => (open ? (text ?? '') : null))}
    >
      <Field name="farm" label={label} className={cx('relative', className)}>
        <Combobox.Input
          // the field's own id and look
          render={({ id: _, className: __, ...props }) => <Input {...props} />}
          maxLength={MAX_LENGTH.search}
          placeholder={any}
        />
        {value !== '' && typed === null && (
          <button
            type="button"
            aria-label={farmText.anyOther(name)}
            onClick={() => onChange('')}
            className="absolute right-0 bottom-0 grid size-11 place-items-center rounded-md"
          >
            <Icon of={X} size={18} />
          </button>
        )}
        <div ref={place} className="absolute" />
      </Field>
      <Combobox.Portal container={place}>
        <Combobox.Positioner sideOffset={4} align="start" positionMethod="fixed" className="z-50">
          <Combobox.Popup className="w-(--anchor-width) min-w-56 rounded-md border border-rule bg-paper p-1.5 shadow-layer">
            <Combobox.List
              aria-label={farmText.farms}
              className="max-h-[min(18rem,var(--available-height))] overflow-y-auto"
            >
              {found.map((farm) => (
                <Combobox.Item
                  key={farm._id}
                  value={farm._id}
                  className="grid min-h-11 cursor-pointer content-center rounded-sm px-3 py-1 data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-leaf-ink"
                >
                  <span className="font-semibold">{farm.name}</span>
                  <span className="text-sm text-ink-soft">{`${farm.city}, ${farm.state}`}</span>
                </Combobox.Item>
              ))}
            </Combobox.List>
            <Combobox.Status className="px-3 py-1.5 text-sm text-ink-soft">
              {status}
            </Combobox.Status>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** The farms for a text, without one the newest; none while the field is closed. */
function useFoundFarms(typed: string | null) {
  const q = useDebounced((typed ?? '').trim());
  const { data, isError, isPending } = useQuery({
    ...farmSearchQueryOptions(q, SHOWN),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });
  const found = typed === null ? [] : (data?.farms ?? []);
  if (typed === null) return { found, status: '' };
  if (isPending) return { found, status: uiText.loading };
  if (isError && !data) return { found, status: uiText.problem };
  const total = data?.total ?? 0;
  return { found, status: farmText.found(found.length, total) };
}
