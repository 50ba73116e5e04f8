import { useContext, useEffect } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { uiText } from './texts';

/** Asks before a link or a reload throws away what was typed. The router has this only in its heavier form. */
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
    return () => {
      navigator.push = push;
      navigator.replace = replace;
      window.removeEventListener('beforeunload', warn);
    };
  }, [active, navigator]);
  return null;
}
