import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [role="menu"]') !== null
  );
}

/** Searches the products; `/` puts the cursor here. */
export function SearchBox({ label }: { label?: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const asked = pathname === paths.products ? (search.get('q') ?? '') : '';

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that shop here
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get('q') ?? '').trim();
        void navigate(text === '' ? paths.products : paths.search(text));
      }}
      className="relative w-full"
    >
      <input
        ref={input}
        key={asked}
        type="search"
        name="q"
        defaultValue={asked}
        aria-label={shellText.searchLabel}
        placeholder={shellText.searchPlaceholder}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        className="h-11 w-full rounded-full border border-edge bg-paper pr-12 pl-5 placeholder:text-ink-soft"
      />
      <button
        type="submit"
        aria-label={shellText.search}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-full text-leaf-ink"
      >
        <Icon of={Search} size={19} />
      </button>
    </form>
  );
}
