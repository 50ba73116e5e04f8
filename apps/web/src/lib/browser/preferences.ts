import { useSyncExternalStore } from 'react';
import { storage, storageKeys } from './storage';

type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const subscribeToTheme = storage.subscribeTo(storageKeys.theme);
subscribeToTheme(applyTheme);

function readTheme(): Theme {
  const stored = storage.get(storageKeys.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function setTheme(theme: Theme): void {
  if (theme === 'system') storage.remove(storageKeys.theme);
  else storage.set(storageKeys.theme, theme);
}

function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The colour scheme and its setter; `public/start.js` applies the stored one before the first paint. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribeToTheme, readTheme), setTheme };
}

const subscribeToShortcuts = storage.subscribeTo(storageKeys.shortcuts);

/** Whether single-letter shortcuts are on; they can be switched off, for instance for speech input (WCAG 2.1.4). */
function shortcutsOn(): boolean {
  return storage.get(storageKeys.shortcuts) !== 'off';
}

function setShortcuts(on: boolean): void {
  if (on) storage.remove(storageKeys.shortcuts);
  else storage.set(storageKeys.shortcuts, 'off');
}

export function useShortcuts(): { on: boolean; set: (on: boolean) => void } {
  return { on: useSyncExternalStore(subscribeToShortcuts, shortcutsOn), set: setShortcuts };
}

/** Whether a key press can be a shortcut: without modifiers, and not in a field, dialog or menu. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (!(target instanceof HTMLElement) || !shortcutsOn()) return false;
  return target.closest('input, textarea, select, [role="dialog"], [role="menu"]') === null;
}
