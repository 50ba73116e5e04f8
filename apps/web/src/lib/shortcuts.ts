import { useSyncExternalStore } from 'react';
import { storage, storageKeys } from './storage';

const subscribe = storage.subscribeTo(storageKeys.shortcuts);

/** Whether single-letter shortcuts are on; they can be switched off, for instance for speech input (WCAG 2.1.4). */
export function shortcutsOn(): boolean {
  return storage.get(storageKeys.shortcuts) !== 'off';
}

function setShortcuts(on: boolean): void {
  if (on) storage.remove(storageKeys.shortcuts);
  else storage.set(storageKeys.shortcuts, 'off');
}

export function useShortcuts(): { on: boolean; set: (on: boolean) => void } {
  return { on: useSyncExternalStore(subscribe, shortcutsOn), set: setShortcuts };
}

/** Whether a key press can be a shortcut: without modifiers, and not in a field, dialog or menu. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (!(target instanceof HTMLElement) || !shortcutsOn()) return false;
  return target.closest('input, textarea, select, [role="dialog"], [role="menu"]') === null;
}
