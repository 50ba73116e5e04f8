import { type RefObject, useEffect, useRef } from 'react';
import { isShortcut } from '../../lib/shortcuts';

export interface OrderKeys {
  readonly open: (orderId: string) => void;
  /** A key asked for a step that the order cannot take now. */
  readonly refuse: (orderId: string, status: KeyStep) => void;
  readonly help: () => void;
}
type KeyStep = 'accepted' | 'packed';

/** The orders that can be reached, in the order in which they stand on the page. */
function stops(region: HTMLElement): HTMLElement[] {
  return [...region.querySelectorAll<HTMLElement>('[data-order]')];
}

/** Goes to the next order that can take the focus: those in a hidden column cannot. */
function go(region: HTMLElement, forward: boolean): void {
  const here = document.activeElement;
  const current = here?.closest('[data-order]') ?? here;
  const all = forward ? stops(region) : stops(region).reverse();
  const side = forward ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const inside = current !== null && region.contains(current);
  for (const stop of all) {
    if (inside && (stop === current || !(current.compareDocumentPosition(stop) & side))) continue;
    stop.focus();
    if (document.activeElement === stop) {
      stop.scrollIntoView({ block: 'nearest' });
      return;
    }
  }
}

/** Presses the button of a step: a key does what a click does, and no more. */
function press(order: HTMLElement, status: KeyStep): boolean {
  const button = order.querySelector<HTMLButtonElement>(`button[data-step="${status}"]`);
  button?.click();
  return button !== null;
}

/**
 * A farmer's keys: j and k go from order to order, Enter opens one, a accepts it, p marks it packed, ? explains.
 * What changes an order needs the focus on it, so that nothing happens by a slip.
 */
export function useOrderKeys(region: RefObject<HTMLElement | null>, keys: OrderKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = region.current;
      if (element === null || !isShortcut(event)) return;
      const focused = document.activeElement?.closest<HTMLElement>('[data-order]');
      const orderId = focused && element.contains(focused) ? focused.dataset.order : undefined;
      const on = (act: (order: HTMLElement, id: string) => void) =>
        focused && orderId !== undefined ? () => act(focused, orderId) : undefined;
      const step = (status: KeyStep) =>
        on((order, id) => {
          if (!press(order, status)) latest.current.refuse(id, status);
        });
      const act: Record<string, (() => void) | undefined> = {
        j: () => go(element, true),
        k: () => go(element, false),
        '?': latest.current.help,
        a: step('accepted'),
        p: step('packed'),
        // on a link or a button inside, Enter is theirs
        Enter: on((order, id) => document.activeElement === order && latest.current.open(id)),
      };
      const chosen = act[event.key];
      if (chosen === undefined) return;
      if (event.key !== 'Enter' || document.activeElement === focused) event.preventDefault();
      chosen();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [region]);
}
