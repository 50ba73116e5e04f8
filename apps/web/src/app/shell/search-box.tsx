import { Search } from 'lucide-react';
import {
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { MAX_LENGTH } from '#libs/contracts';
import { lazyPart } from '../../lib/api/chunks';
import { isShortcut } from '../../lib/browser/preferences';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';
import { optionId, stateText } from './suggestion-texts';
import { useSuggestions } from './use-suggestions';

// loaded when the user types
const SuggestionLayer = lazyPart(() => import('./suggestion-list'));

/** The key `/` focuses the search box. */
function useSlashKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}

/** The text of the box: the products page's search parameter until the user types. */
function useSearchText() {
  const { pathname, key } = useLocation();
  const [search] = useSearchParams();
  const fromUrl = pathname === paths.products ? (search.get('q') ?? '') : '';
  const [typed, setTyped] = useState({ text: fromUrl, at: key });
  const text = typed.at === key ? typed.text : fromUrl;
  const setText = useCallback((next: string) => setTyped({ text: next, at: key }), [key]);
  return { text, setText };
}

/** Keeps what the user typed into the server-rendered page before hydration. */
function useTextTypedBeforeHydration(
  input: React.RefObject<HTMLInputElement | null>,
  text: string,
  setText: (text: string) => void,
): void {
  const isTaken = useRef(false);
  useEffect(() => {
    const typedBefore = input.current?.value ?? text;
    if (!isTaken.current && typedBefore !== text) setText(typedBefore);
    isTaken.current = true;
  }, [input, text, setText]);
}

/**
 * The suggestions for a text and the index that the arrow keys have chosen; -1 is the text itself, between the last and
 * the first. The focus stays in the box. The library of the other comboboxes would be a fifth of the script that every
 * page loads first.
 */
function useSuggestionChoice(text: string) {
  const [open, setOpen] = useState(false);
  const [chosen, setActive] = useState(-1);
  const { state, groups } = useSuggestions(text, open);
  const suggestions = groups.flatMap((group) => group.suggestions);
  const active = Math.min(chosen, suggestions.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape' && state !== 'off') {
      setOpen(false);
      setActive(-1);
    } else if (event.key === 'ArrowDown' && !open) setOpen(true);
    else if (step !== 0 && suggestions.length > 0) {
      const places = suggestions.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else return;
    event.preventDefault();
  };
  return { state, groups, suggestions, active, setActive, setOpen, onKeyDown };
}

/** Searches the products, with suggestions by the WAI-ARIA combobox pattern. */
export function SearchBox({ label }: { label?: string }) {
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, setText } = useSearchText();
  const { state, groups, suggestions, active, setActive, setOpen, onKeyDown } =
    useSuggestionChoice(text);
  const shown = suggestions.length > 0;
  useSlashKey(input);
  useTextTypedBeforeHydration(input, text, setText);

  const go = (to: string) => {
    setOpen(false);
    setActive(-1);
    void navigate(to);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: some supported browsers do not have <search>
    <form
      role="search"
      action={paths.products}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = suggestions[active];
        const query = text.trim();
        if (shown && chosen !== undefined) go(chosen.to);
        else go(query === '' ? paths.products : paths.search(query));
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      className="relative w-full"
    >
      <input
        ref={input}
        type="search"
        name="q"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown && active >= 0 ? optionId(listId, active) : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        aria-label={shellText.searchLabel}
        placeholder={shellText.searchPlaceholder}
        maxLength={MAX_LENGTH.search}
        enterKeyHint="search"
        autoComplete="off"
        className="h-11 w-full rounded-full border border-edge bg-paper pr-11 pl-4 text-ellipsis sm:pl-5 placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type="submit"
        aria-label={shellText.search}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-full text-leaf-ink"
      >
        <Icon of={Search} size={19} />
      </button>
      <span role="status" className="sr-only">
        {stateText(state, text.trim(), suggestions.length)}
      </span>
      {state !== 'off' && (
        <Suspense>
          <SuggestionLayer
            id={listId}
            groups={groups}
            active={active}
            onChoose={go}
            state={state}
            text={text.trim()}
          />
        </Suspense>
      )}
    </form>
  );
}
