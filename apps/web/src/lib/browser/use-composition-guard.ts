import { useEffect } from 'react';

/** The code of a key that an input method has handled. Safari ends a composition before the event of its last key. */
const HANDLED_BY_INPUT_METHOD = 229;

function onKeyDown(event: KeyboardEvent): void {
  if (!event.isComposing && event.keyCode !== HANDLED_BY_INPUT_METHOD) return;
  event.stopPropagation();
  // they would submit a form and close a dialog
  if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
}

/**
 * Keeps the keys of input methods, as for Japanese and Chinese, from all other handlers: while a text is composed, Enter,
 * Escape and the arrows choose among its spellings.
 */
export function useCompositionGuard(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
