import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAX_LENGTH } from '#libs/contracts';
import { useDebounced } from '../../../lib/browser/timers';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { adminText as text } from '../texts';
import { type PageLink, usePaletteSearch } from './use-palette-search';

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
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { groups, searching, failed } = usePaletteSearch(useDebounced(typed.trim()), pages);
  const found = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const go = (to: string) => {
    onClose();
    void navigate(to);
  };
  return (
    <Autocomplete.Root
      inline
      open
      items={groups.map(({ entries }) => ({ items: entries.map(({ to }) => to) }))}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={(value, { reason }) => {
        if (reason === 'input-change') setTyped(value);
      }}
    >
      <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] gap-3">
        <Autocomplete.Input
          aria-label={text.paletteLabel}
          autoFocus
          maxLength={MAX_LENGTH.search}
          placeholder={text.palettePlaceholder}
          className="min-h-12 w-full rounded-md border border-edge bg-ground px-4 text-lg placeholder:text-ink-soft"
        />
        <p role="status" className="text-sm text-ink-soft">
          {statusText(typed, found, searching)} {failed && text.paletteFailed}
        </p>
        <Autocomplete.List
          aria-label={text.palette}
          className="grid content-start gap-3 overflow-y-auto overscroll-contain"
        >
          {groups.map((group) => (
            <Autocomplete.Group key={group.name}>
              <Autocomplete.GroupLabel className="eyebrow mb-1">
                {text.groups[group.name]}
              </Autocomplete.GroupLabel>
              {group.entries.map((entry) => (
                <Autocomplete.Item
                  key={entry.to}
                  value={entry.to}
                  onClick={() => go(entry.to)}
                  className="group flex min-h-11 w-0 min-w-full cursor-pointer items-center justify-between gap-x-4 rounded-md px-3 py-1 data-highlighted:bg-leaf data-highlighted:text-on-leaf max-xs:flex-col max-xs:items-start max-xs:justify-center"
                >
                  <span className="max-w-3/5 shrink-0 truncate font-semibold max-xs:max-w-full">
                    {entry.label}
                  </span>
                  <span className="max-w-full min-w-0 truncate text-sm text-ink-soft group-data-highlighted:text-inherit">
                    {entry.hint}
                  </span>
                </Autocomplete.Item>
              ))}
            </Autocomplete.Group>
          ))}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

function statusText(typed: string, found: number, searching: boolean): string {
  if (typed.trim().length < 2) return text.paletteHint;
  if (searching) return text.paletteSearching;
  return found === 0 ? text.paletteNone(typed.trim()) : text.found(found);
}
