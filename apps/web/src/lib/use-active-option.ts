import { type KeyboardEvent, useState } from 'react';

/**
 * The option of a list that the arrow keys have chosen, round its ends; `lowest` is -1 where it may be none of them, else
 * 0. The focus stays in the combobox, which names the option.
 */
export function useActiveOption(count: number, lowest: -1 | 0) {
  const [chosen, setActive] = useState<number>(lowest);
  const active = Math.min(chosen, count - 1);
  /** Whether the key was one of them. */
  const onArrow = (event: KeyboardEvent): boolean => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || count === 0) return false;
    event.preventDefault();
    const places = count - lowest;
    setActive(((active - lowest + step + places) % places) + lowest);
    return true;
  };
  return { active, setActive, onArrow };
}
