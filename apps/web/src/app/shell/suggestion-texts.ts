import { shellText } from '../texts';
import type { SuggestionState } from './use-suggestions';

/** The id of a row, which the search box names while it is the active one. */
export const optionId = (list: string, index: number) => `${list}-${index}`;

/** What a screen reader is told about the suggestions. */
export function stateText(state: SuggestionState, text: string, count = 0): string {
  if (state === 'loading') return shellText.suggestionsLoading;
  if (state === 'empty') return shellText.noSuggestions(text);
  if (state === 'failed') return shellText.suggestionsFailed;
  return state === 'ready' ? shellText.suggestionCount(count) : '';
}
