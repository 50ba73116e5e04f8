import { cx } from '../../lib/cx';
import { shellText } from '../texts';
import type { Suggestion } from './use-suggestions';

/** What the search box suggests; the focus stays in the box, which names the active row. */
export function SuggestionList({
  id,
  suggestions,
  active,
  onChoose,
}: {
  id: string;
  suggestions: readonly Suggestion[];
  active: number;
  onChoose: (to: string) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={shellText.suggestions}
      className="absolute inset-x-0 top-full z-40 mt-2 min-w-64 overflow-hidden rounded-md border border-rule bg-paper p-1.5 shadow-layer"
    >
      {suggestions.map(({ to, label, note, image }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
        <div
          key={to}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          // before the box loses the focus, which would close the list under the pointer
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(to)}
          className={cx(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 hover:bg-sunken',
            index === active && 'bg-sunken',
          )}
        >
          <img
            src={image}
            alt=""
            width="32"
            height="32"
            className="size-8 rounded-sm object-cover"
          />
          <span className="min-w-0 flex-1 font-semibold">{label}</span>
          <span className="text-sm text-ink-soft">{note}</span>
        </div>
      ))}
    </div>
  );
}
