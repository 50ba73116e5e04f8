import { useContext, useEffect } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { setLeaveGuard } from '../lib/leaving';
import { uiText } from './texts';

/** Asks before a link, Back or a reload throws away what was typed. The router has this only in its heavier form. */
export function UnsavedGuard({ active }: { active: boolean }) {
  const { navigator } = useContext(NavigationContext);
  useEffect(() => {
    if (!active) return;
    const { push, replace } = navigator;
    const ask =
      (go: typeof push): typeof push =>
      (...to) => {
        if (window.confirm(uiText.leaveUnsaved)) go.apply(navigator, to);
      };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    navigator.push = ask(push);
    navigator.replace = ask(replace);
    window.addEventListener('beforeunload', warn);
    const stopAsking = askOnBack();
    return () => {
      navigator.push = push;
      navigator.replace = replace;
      window.removeEventListener('beforeunload', warn);
      stopAsking();
    };
  }, [active, navigator]);
  return null;
}

/** The router numbers the entries of the history. */
const placeOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : null;

/** Back has happened when a page hears of it: it is undone, before the router hears of it, unless it is wanted. */
function askOnBack(): () => void {
  const here = placeOf(window.history.state);
  let undoing = false;
  const onBack = (event: PopStateEvent) => {
    const there = placeOf(event.state);
    if (undoing || here === null || there === null || there === here) {
      if (undoing) event.stopImmediatePropagation();
      undoing = false;
      return;
    }
    if (window.confirm(uiText.leaveUnsaved)) return;
    event.stopImmediatePropagation();
    undoing = true;
    window.history.go(here - there);
  };
  setLeaveGuard(onBack);
  return () => setLeaveGuard(null);
}
