import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../lib/cx';
import { IconButton } from './button';
import { Icon } from './icon';
import { uiText } from './texts';

export interface ToastMessage {
  title: string;
  description?: ReactNode | ((names: readonly string[]) => ReactNode);
  tone?: 'success' | 'info' | 'error';
  /** The toast's subject: it replaces an older toast about the same subject. */
  about?: string;
  /** The names for `description`. An older toast about the same subject is updated: its names come first. */
  names?: readonly string[];
  action?: { label: string; onAction: () => void };
}
type Shown = ToastMessage & { id: number; shownAt: number };

/** Duration in milliseconds: at least that of docs/product.md, On every screen; longer with an action. */
const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 10_000;
const TOASTS_MAX = 2;
/** A toast that is at most this many milliseconds old belongs to the navigation, and stays. */
const ARRIVES_MS = 2_000;

interface Toasts {
  show: (message: ToastMessage) => void;
  dropOld: () => void;
}
const ToastContext = createContext<Toasts | null>(null);

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error('useToast outside of ToastProvider');
  return toasts;
}

/** Returns a function that shows a toast. Errors are announced assertively to screen readers, others politely. */
export function useToast(): (message: ToastMessage) => void {
  return useToasts().show;
}

/** Dismisses the previous page's toasts after a navigation; errors stay for their full duration. */
export function useToastsOfPage(pathname: string): void {
  const { dropOld } = useToasts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path only triggers it
  useEffect(dropOld, [pathname]);
}

function replaceOlder(now: readonly Shown[], message: ToastMessage, id: number): Shown[] {
  const older = now.find(({ about }) => about !== undefined && about === message.about);
  const others = now.filter((toast) => toast !== older).slice(1 - TOASTS_MAX);
  const shownAt = Date.now();
  const { names } = message;
  if (names === undefined) return [...others, { ...message, id, shownAt }];
  const all = [...new Set([...(older?.names ?? []), ...names])];
  return [...others, { ...message, names: all, id: older?.id ?? id, shownAt }];
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const last = useRef(0);
  const show = useCallback((message: ToastMessage) => {
    last.current += 1;
    const id = last.current;
    setToasts((now) => replaceOlder(now, message, id));
  }, []);
  const dismiss = useCallback((id: number) => {
    setToasts((now) => now.filter((toast) => toast.id !== id));
  }, []);
  const [context] = useState(() => ({
    show,
    dropOld: () => {
      const since = Date.now() - ARRIVES_MS;
      setToasts((now) => now.filter(({ tone, shownAt }) => tone === 'error' || shownAt > since));
    },
  }));
  return (
    <ToastContext value={context}>
      {children}
      <section
        aria-label={uiText.notifications}
        className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bars)+1rem)] z-50 grid gap-2 sm:mx-auto sm:max-w-md print:hidden"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} dismiss={dismiss} />
        ))}
      </section>
    </ToastContext>
  );
}

const edges = {
  success: 'border-l-leaf-ink',
  info: 'border-l-butter',
  error: 'border-l-tomato-ink',
};

function ToastCard({ toast, dismiss }: { toast: Shown; dismiss: (id: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  const { id, shownAt, title, description, names = [], action, tone = 'success' } = toast;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the toast restarts its timer
  useEffect(() => {
    if (isHeld) return;
    const time = action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
    const timer = setTimeout(() => dismiss(id), time);
    return () => clearTimeout(timer);
  }, [isHeld, id, shownAt, action, dismiss]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        'pointer-events-auto flex w-full items-start gap-2 rounded-md border border-l-[6px] border-rule bg-paper py-2 pr-1 pl-4 shadow-layer',
        'animate-[rise_180ms_ease-out]',
        edges[tone],
      )}
    >
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-semibold">{title}</p>
        {description !== undefined && (
          <div className="text-sm text-ink-soft">
            {typeof description === 'function' ? description(names) : description}
          </div>
        )}
        {action !== undefined && (
          <button
            type="button"
            className="mt-1 min-h-9 font-semibold text-leaf-ink underline underline-offset-4"
            onClick={() => {
              action.onAction();
              dismiss(id);
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton label={uiText.dismiss} onClick={() => dismiss(id)}>
        <Icon of={X} size={18} />
      </IconButton>
    </div>
  );
}
