import { useContext, useEffect } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { setNavigationGuard } from '../lib/navigation-guard';
import { uiText } from './texts';

/**
 * Navigation blocker: asks before a link, Back or a reload discards unsaved input. Not the router's `useBlocker`, which
 * needs a data router and its larger code.
 */
export function UnsavedGuard({ active }: { active: boolean }) {
  const { navigator } = useContext(NavigationContext);
  useEffect(() => {
    if (!active) return;
    const { push, replace } = navigator;
    const confirmed =
      (go: typeof push): typeof push =>
      (...to) => {
        if (window.confirm(uiText.confirmDiscard)) go.apply(navigator, to);
      };
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    navigator.push = confirmed(push);
    navigator.replace = confirmed(replace);
    window.addEventListener('beforeunload', preventUnload);
    const removeBackGuard = confirmBack();
    return () => {
      navigator.push = push;
      navigator.replace = replace;
      window.removeEventListener('beforeunload', preventUnload);
      removeBackGuard();
    };
  }, [active, navigator]);
  return null;
}

/** The index that the router stores in each history entry. */
const historyIndexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : null;

/** `popstate` fires after the navigation: unless the user confirms it, it is undone before the router handles it. */
function confirmBack(): () => void {
  const from = historyIndexOf(window.history.state);
  let undoing = false;
  const guard = (event: PopStateEvent) => {
    const target = historyIndexOf(event.state);
    if (undoing || from === null || target === null || target === from) {
      if (undoing) event.stopImmediatePropagation();
      undoing = false;
      return;
    }
    if (window.confirm(uiText.confirmDiscard)) return;
    event.stopImmediatePropagation();
    undoing = true;
    window.history.go(from - target);
  };
  setNavigationGuard(guard);
  return () => setNavigationGuard(null);
}
