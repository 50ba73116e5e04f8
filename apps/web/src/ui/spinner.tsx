import { cx } from '../lib/cx';
import { uiText } from './texts';
import { VisuallyHidden } from './visually-hidden';

/** A spinner; `label` is read out, so a button that already has a text passes none. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  return (
    <span
      className="inline-flex"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status' })}
    >
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
        aria-hidden="true"
        className="animate-[turn_900ms_linear_infinite]"
      >
        <path d="M12 3a9 9 0 1 1-8.500 6" />
        <path d="M12 3c-2.500-1.800-5-1.500-6.500.2C7 5 9.500 5 12 3Z" fill="currentColor" />
      </svg>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}

/** Shown while the session is loading (docs/product.md, Screens); everything else uses skeletons. */
export function FullPageSpinner() {
  return (
    <div className={cx('grid min-h-dvh place-items-center text-leaf-ink')}>
      <Spinner size={44} label={uiText.loading} />
    </div>
  );
}
