import { cx } from '../../lib/cx';
import { Skeleton } from '../../ui/skeleton';
import { Thumb } from '../../ui/thumb';
import { menuText } from '../texts';
import { optionId, stateText } from './suggestion-texts';
import type { Suggestion, SuggestionGroup, SuggestionState } from './use-suggestions';

const layer =
  'absolute inset-x-0 top-full z-40 mt-2 max-h-[min(70dvh,34rem)] min-w-64 overflow-y-auto rounded-md border border-rule bg-paper p-1.5 shadow-layer';

/** The suggestions in groups; the focus stays in the search box, which names the active row. */
function List({
  id,
  groups,
  active,
  onChoose,
}: {
  id: string;
  groups: readonly SuggestionGroup[];
  active: number;
  onChoose: (to: string) => void;
}) {
  let count = 0;
  return (
    <div id={id} role="listbox" aria-label={menuText.suggestions} className={layer}>
      {groups.map(({ title, suggestions }, at) => {
        const first = count;
        count += suggestions.length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with this role
          <div key={title} role="group" aria-labelledby={`${id}-group-${at}`}>
            <div id={`${id}-group-${at}`} className="eyebrow px-3 pt-2.5 pb-1 text-xs">
              {title}
            </div>
            {suggestions.map((suggestion, index) => (
              <Row
                key={suggestion.to}
                id={optionId(id, first + index)}
                suggestion={suggestion}
                active={first + index === active}
                onChoose={onChoose}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Row({
  id,
  suggestion: { to, label, note, image },
  active,
  onChoose,
}: {
  id: string;
  suggestion: Suggestion;
  active: boolean;
  onChoose: (to: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      // keeps the focus in the box; its blur would close the list before the click
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(to)}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 hover:bg-sunken',
        active && 'bg-sunken outline-2 -outline-offset-2 outline-leaf-ink',
      )}
    >
      <Thumb src={image} className="size-8 rounded-sm" />
      <span className="grid min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <span className="min-w-0 flex-1 font-semibold">{label}</span>
        <span className="text-sm text-ink-soft sm:text-right">{note}</span>
      </span>
    </div>
  );
}

/** In place of the list while suggestions load, when there are none, and when they failed. */
function NoSuggestions({ state, text }: { state: SuggestionState; text: string }) {
  return (
    <div className={layer}>
      {state === 'loading' ? (
        <div className="grid gap-2 p-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      ) : (
        <p className="px-3 py-2.5 text-ink-soft">{stateText(state, text)}</p>
      )}
    </div>
  );
}

/** The layer below the search box: the list, or its state. */
export default function SuggestionLayer({
  state,
  text,
  ...list
}: {
  id: string;
  groups: readonly SuggestionGroup[];
  active: number;
  onChoose: (to: string) => void;
  state: SuggestionState;
  text: string;
}) {
  return state === 'ready' ? <List {...list} /> : <NoSuggestions state={state} text={text} />;
}
