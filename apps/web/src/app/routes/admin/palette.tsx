import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAX_LENGTH } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { useActiveOption } from '../../../lib/use-active-option';
import { useDebounced } from '../../../lib/use-debounced';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { adminText as text } from './texts';
import { type PageLink, type PaletteEntry, usePaletteSearch } from './use-palette-search';

/** The command palette, opened by a button or Ctrl K (⌘K): finds any order, person, farm, product or page. */
export function Palette({ pages }: { pages: readonly PageLink[] }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-10 items-center gap-2 whitespace-nowrap rounded-full border-2 border-rule bg-paper px-3.5 text-sm font-semibold hover:bg-sunken pointer-coarse:min-h-11"
      >
        <Icon of={Search} size={16} />
        <span className="max-sm:sr-only">{text.palette}</span>
        <span
          aria-hidden="true"
          className="hidden rounded-sm border border-edge px-1.5 font-mono text-xs text-ink-soft md:inline"
        >
          {text.paletteKey}
        </span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.palette} wide fillsPhone>
        <PaletteSearch pages={pages} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function PaletteSearch({ pages, onClose }: { pages: readonly PageLink[]; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { groups, searching, failed } = usePaletteSearch(useDebounced(typed.trim()), pages);
  const entries = groups.flatMap((group) => group.entries);
  const { active: at, setActive, onArrow } = useActiveOption(entries.length, 0);
  const chosen = entries[at];
  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    void navigate(entry.to);
  };
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  const status = statusText(typed, entries.length, searching);
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] gap-3">
      <input
        role="combobox"
        aria-label={text.paletteLabel}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${at}`}
        aria-autocomplete="list"
        // React does not set the attribute, by which an opening dialog finds the element to focus
        ref={(input) => input?.setAttribute('autofocus', '')}
        autoComplete="off"
        maxLength={MAX_LENGTH.search}
        placeholder={text.palettePlaceholder}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          onArrow(event);
          if (event.key === 'Enter') go(chosen);
        }}
        className="min-h-12 w-full rounded-md border border-edge bg-ground px-4 text-lg placeholder:text-ink-soft"
      />
      <p role="status" className="text-sm text-ink-soft">
        {status} {failed && text.paletteFailed}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={text.palette}
        className="grid content-start gap-3 overflow-y-auto overscroll-contain"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of a form
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <p id={`${id}-${group.name}`} className="eyebrow mb-1">
              {text.groups[group.name]}
            </p>
            {group.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
                <div
                  key={entry.to}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  tabIndex={-1}
                  onClick={() => go(entry)}
                  onPointerMove={() => setActive(index)}
                  className={cx(
                    'flex min-h-11 w-0 min-w-full cursor-pointer items-center justify-between gap-x-4 rounded-md px-3 py-1 max-xs:flex-col max-xs:items-start max-xs:justify-center',
                    index === at && 'bg-leaf text-on-leaf',
                  )}
                >
                  <span className="max-w-3/5 shrink-0 truncate font-semibold max-xs:max-w-full">
                    {entry.label}
                  </span>
                  <span
                    className={cx(
                      'max-w-full min-w-0 truncate text-sm',
                      index !== at && 'text-ink-soft',
                    )}
                  >
                    {entry.hint}
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function statusText(typed: string, found: number, searching: boolean): string {
  if (typed.trim().length < 2) return text.paletteHint;
  if (searching) return text.paletteSearching;
  return found === 0 ? text.paletteNone(typed.trim()) : text.found(found);
}
