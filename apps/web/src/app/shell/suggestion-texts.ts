import { shellText } from '../texts';
import type { SuggestionState } from './use-suggestions';

/** The id of a row, for the search box's `aria-activedescendant`. */
export const optionId = (list: string, index: number) => `${list}-${index}`;

/** The text of the search box's status region. */
export function stateText(state: SuggestionState, text: string, count = 0): string {
  if (state === 'loading') return shellText.suggestionsLoading;
  if (state === 'empty') return shellText.noSuggestions(text);
  if (state === 'failed') return shellText.suggestionsFailed;
  return state === 'ready' ? shellText.suggestionCount(count) : '';
}
