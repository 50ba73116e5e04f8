import type { Unit } from '#libs/contracts';
import { formatNumber, formatQuantity } from './format';
import { typedText as text } from './typed-texts';

export { amountIn, readNumber } from './typed-number';

/** Why an amount is not the one that was typed. */
export function noteOn(
  typed: number,
  allowed: number,
  { unit, step, min, max }: { unit: Unit | undefined; step: number; min: number; max: number },
): string {
  const amount = (of: number) => (unit === undefined ? formatNumber(of) : formatQuantity(of, unit));
  if (typed > max) return text.onlySoMany(amount(allowed));
  return typed < min ? text.atLeast(amount(allowed)) : text.inSteps(amount(step));
}
