import type { ReactNode } from 'react';

/** The share of leaf green, in percent, by the quarter of the highest value: ink and paper stay legible on it. */
const TINTS = [12, 25, 40, 85];

/** A cell of a heat map: its text, tinted by a value from 0 to 1. */
export function TintedCell({ value, children }: { value: number; children: ReactNode }) {
  const tint = value === 0 ? 0 : (TINTS[Math.ceil(value * TINTS.length) - 1] ?? 0);
  return (
    <td
      className="rounded-sm py-1 text-center forced-color-adjust-none whitespace-nowrap max-xs:tracking-tight"
      style={{
        backgroundColor: `color-mix(in srgb, var(--leaf-ink) ${tint}%, var(--paper))`,
        color: `var(--${tint === 0 ? 'ink-soft' : tint > 50 ? 'paper' : 'ink'})`,
      }}
    >
      {children}
    </td>
  );
}
