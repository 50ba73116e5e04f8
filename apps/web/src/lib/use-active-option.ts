import { type KeyboardEvent, useState } from 'react';

/**
 * The index of the option that the arrow keys have chosen; they wrap around. `lowest` is -1 if no option may be chosen,
 * else 0. The focus stays in the combobox, which names the option.
 */
export function useActiveOption(count: number, lowest: -1 | 0) {
  const [chosen, setActive] = useState<number>(lowest);
  const active = Math.min(chosen, count - 1);
  const onArrow = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || count === 0) return;
    event.preventDefault();
    const places = count - lowest;
    setActive(((active - lowest + step + places) % places) + lowest);
  };
  return { active, setActive, onArrow };
}
