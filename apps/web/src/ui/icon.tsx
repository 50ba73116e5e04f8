import type { LucideIcon } from 'lucide-react';
import { cx } from '../lib/cx';

/** A decorative icon, hidden from screen readers. */
export function Icon({
  of: Glyph,
  size = 20,
  className,
}: {
  of: LucideIcon;
  size?: number;
  className?: string;
}) {
  return (
    <Glyph
      size={size}
      strokeWidth={1.9}
      aria-hidden="true"
      className={cx('shrink-0', className)}
      focusable="false"
    />
  );
}
