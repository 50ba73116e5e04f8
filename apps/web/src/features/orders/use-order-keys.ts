import { type RefObject, useEffect, useRef } from 'react';
import { isShortcut } from '../../lib/browser/preferences';

export interface OrderKeys {
  readonly open: (orderId: string) => void;
  /** Called for a step that is not the order's next one. */
  readonly onInvalidStep: (orderId: string, status: KeyStep) => void;
  readonly help: () => void;
}

/** The keys of the steps, each with the statuses that it can lead to. */
const STEP_KEYS = {
  a: ['accepted'],
  p: ['packed'],
  s: ['out_for_delivery', 'ready_for_pickup'],
  d: ['delivered'],
  x: ['declined'],
} as const;
type KeyStep = (typeof STEP_KEYS)[keyof typeof STEP_KEYS][number];

/** The elements of the orders, in DOM order. */
function orderElements(region: HTMLElement): HTMLElement[] {
  return [...region.querySelectorAll<HTMLElement>('[data-order]')];
}

/** Focuses the next order that can take the focus; those in a hidden column cannot. */
function focusNext(region: HTMLElement, forward: boolean): void {
  const focused = document.activeElement;
  const current = focused?.closest('[data-order]') ?? focused;
  const all = forward ? orderElements(region) : orderElements(region).reverse();
  const wantedPosition = forward
    ? Node.DOCUMENT_POSITION_FOLLOWING
    : Node.DOCUMENT_POSITION_PRECEDING;
  const inside = current !== null && region.contains(current);
  for (const element of all) {
    if (
      inside &&
      (element === current || !(current.compareDocumentPosition(element) & wantedPosition))
    )
      continue;
    element.focus();
    if (document.activeElement === element) {
      element.scrollIntoView({ block: 'nearest' });
      return;
    }
  }
}

/** Clicks the button of a step, so that key and click do the same. */
function clickStep(order: HTMLElement, statuses: readonly KeyStep[]): boolean {
  const selector = statuses.map((status) => `button[data-step="${status}"]`).join();
  const button = order.querySelector<HTMLButtonElement>(selector);
  button?.click();
  return button !== null;
}

/**
 * A farmer's keys: j and k move between orders, Enter opens one, a letter per step takes it further, ? shows the help.
 * Keys that change an order need the focus on it, so that nothing is changed by accident.
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
      const steps = Object.entries(STEP_KEYS).map(([key, statuses]) => [
        key,
        on((order, id) => {
          if (!clickStep(order, statuses)) latest.current.onInvalidStep(id, statuses[0]);
        }),
      ]);
      const act: Record<string, (() => void) | undefined> = {
        j: () => focusNext(element, true),
        k: () => focusNext(element, false),
        '?': latest.current.help,
        ...Object.fromEntries(steps),
        // only on the order itself, not on a link or button in it
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
