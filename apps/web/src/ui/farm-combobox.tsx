import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { type FarmDto, MAX_LENGTH } from '#libs/contracts';
import { cx } from '../lib/cx';
import { farmSearchQueryOptions } from '../lib/farms';
import { farmsOfQueryOptions } from '../lib/farms-of';
import { useActiveOption } from '../lib/use-active-option';
import { useDebounced } from '../lib/use-debounced';
import { farmText } from './farm-texts';
import { Field, Input } from './form';
import { Icon } from './icon';
import { uiText } from './texts';

/** How many farms one list has; a longer text finds the others. */
const SHOWN = 8;

/** Chooses one of any number of farms by its name or place, by the WAI-ARIA combobox pattern. */
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
  const listId = useId();
  // null while the field shows the chosen farm
  const [typed, setTyped] = useState<string | null>(null);
  const { found, status } = useFoundFarms(typed);
  const { active, setActive, onArrow } = useActiveOption(found.length, 0);
  const { data: named } = useQuery(farmsOfQueryOptions(value === '' ? [] : [value]));
  const name = value === '' ? '' : (named?.farms[0]?.name ?? farmText.oneFarm);
  const open = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const choose = (id: string) => {
    setTyped(null);
    if (id !== value) onChange(id);
  };
  const shown = found.length > 0;
  const chosen = found[active];
  useEffect(() => {
    if (shown) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active, shown]);
  return (
    <Field name="farm" label={label} className={cx('relative', className)}>
      <Input
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown ? `${listId}-${active}` : undefined}
        autoComplete="off"
        maxLength={MAX_LENGTH.search}
        placeholder={any}
        value={typed ?? name}
        onChange={({ target }) => open(target.value)}
        onClick={({ currentTarget }) => {
          if (typed !== null) return;
          open('');
          currentTarget.select();
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && typed === null) {
            event.preventDefault();
            open('');
          } else if (event.key === 'Escape' && typed !== null) {
            event.preventDefault();
            setTyped(null);
          } else if (event.key === 'Enter' && typed !== null) {
            event.preventDefault();
            if (chosen) choose(chosen._id);
          } else onArrow(event);
        }}
      />
      {value !== '' && typed === null && (
        <button
          type="button"
          aria-label={farmText.anyOther(name)}
          onClick={() => choose('')}
          className="absolute right-0 bottom-0 grid size-11 place-items-center rounded-md"
        >
          <Icon of={X} size={18} />
        </button>
      )}
      <span role="status" className="sr-only">
        {status}
      </span>
      {typed !== null && (
        <FarmList id={listId} farms={found} status={status} active={active} onChoose={choose} />
      )}
    </Field>
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

function FarmList({
  id,
  farms,
  status,
  active,
  onChoose,
}: {
  id: string;
  farms: readonly FarmDto[];
  status: string;
  active: number;
  onChoose: (id: string) => void;
}) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 min-w-56 rounded-md border border-rule bg-paper p-1.5 shadow-layer">
      {farms.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={farmText.farms}
          className="max-h-72 overflow-y-auto"
        >
          {farms.map((farm, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
            <div
              key={farm._id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              // keeps the focus in the field; its blur would close the list before the click
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(farm._id)}
              className={cx(
                'grid min-h-11 cursor-pointer content-center rounded-sm px-3 py-1 hover:bg-sunken',
                index === active && 'bg-sunken outline-2 -outline-offset-2 outline-leaf-ink',
              )}
            >
              <span className="font-semibold">{farm.name}</span>
              <span className="text-sm text-ink-soft">{`${farm.city}, ${farm.state}`}</span>
            </div>
          ))}
        </div>
      )}
      <p aria-hidden="true" className="px-3 py-1.5 text-sm text-ink-soft">
        {status}
      </p>
    </div>
  );
}
