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
  description?: ReactNode;
  tone?: 'success' | 'info' | 'error';
  /** Its subject: an older toast about the same is replaced. */
  about?: string;
  action?: { label: string; onAction: () => void };
}
type Shown = ToastMessage & { id: number };

/** Duration in milliseconds: at least that of PRODUCT section 3; longer with an action. */
const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 10_000;
const TOASTS_MAX = 4;

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null);

/** Returns a function that shows a toast. Errors are announced assertively to screen readers, others politely. */
export function useToast(): (message: ToastMessage) => void {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast outside of ToastProvider');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const last = useRef(0);
  const show = useCallback((message: ToastMessage) => {
    last.current += 1;
    const id = last.current;
    setToasts((now) => [
      ...now
        .filter(({ about }) => about === undefined || about !== message.about)
        .slice(1 - TOASTS_MAX),
      { ...message, id },
    ]);
  }, []);
  const dismiss = useCallback((id: number) => {
    setToasts((now) => now.filter((toast) => toast.id !== id));
  }, []);
  return (
    <ToastContext value={show}>
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
  const { id, title, description, action, tone = 'success' } = toast;
  useEffect(() => {
    if (isHeld) return;
    const time = action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
    const timer = setTimeout(() => dismiss(id), time);
    return () => clearTimeout(timer);
  }, [isHeld, id, action, dismiss]);
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
        {description !== undefined && <div className="text-sm text-ink-soft">{description}</div>}
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
