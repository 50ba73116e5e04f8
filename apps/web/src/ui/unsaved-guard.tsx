import { useContext, useEffect, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { setNavigationGuard } from '../lib/browser/page';
import { Button } from './button';
import { Dialog } from './dialog';
import { formText } from './texts';

type Proceed = () => void;

/**
 * Navigation blocker: asks before a link or Back discards unsaved input; before a reload the browser asks. Not the
 * router's `useBlocker`, which needs a data router and its larger code.
 */
export function UnsavedGuard({ active }: { active: boolean }) {
  const { navigator } = useContext(NavigationContext);
  /** The navigation that waits for an answer. */
  const [blocked, setBlocked] = useState<Proceed | null>(null);
  useEffect(() => {
    if (!active) return;
    const { push, replace } = navigator;
    const asking =
      (go: typeof push): typeof push =>
      (...to) =>
        setBlocked(() => () => go.apply(navigator, to));
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    navigator.push = asking(push);
    navigator.replace = asking(replace);
    window.addEventListener('beforeunload', preventUnload);
    const removeBackGuard = guardBack((go) => setBlocked(() => go));
    return () => {
      navigator.push = push;
      navigator.replace = replace;
      window.removeEventListener('beforeunload', preventUnload);
      removeBackGuard();
    };
  }, [active, navigator]);
  const stay = () => setBlocked(null);
  return (
    <Dialog
      open={blocked !== null}
      onClose={stay}
      title={formText.discardTitle}
      actions={
        <>
          <Button tone="ghost" onClick={stay}>
            {formText.stay}
          </Button>
          <Button
            onClick={() => {
              stay();
              blocked?.();
            }}
          >
            {formText.discard}
          </Button>
        </>
      }
    >
      <p>{formText.discardBody}</p>
    </Dialog>
  );
}

/** The index that the router stores in each history entry. */
const historyIndexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : null;

/** `popstate` fires after the navigation: undoes it before the router handles it, and repeats it if confirmed. */
function guardBack(ask: (proceed: Proceed) => void): () => void {
  const from = historyIndexOf(window.history.state);
  let undoing = false;
  let confirmed = false;
  const guard = (event: PopStateEvent) => {
    const target = historyIndexOf(event.state);
    if (undoing) {
      event.stopImmediatePropagation();
      undoing = false;
      return;
    }
    if (confirmed || from === null || target === null || target === from) return;
    event.stopImmediatePropagation();
    undoing = true;
    window.history.go(from - target);
    ask(() => {
      confirmed = true;
      window.history.go(target - from);
    });
  };
  setNavigationGuard(guard);
  return () => setNavigationGuard(null);
}
