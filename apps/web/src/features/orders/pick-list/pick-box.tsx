import { pickListText as text } from '../texts';
import type { Picks } from './use-picks';

/** The tick of what is to be picked; what was taken off has only the room of it. */
export function PickBox({
  name,
  id,
  quantity,
  picks,
}: {
  name: string;
  /** Under which the tick is stored. */
  id: string;
  quantity: number;
  picks: Picks;
}) {
  if (quantity === 0) return <span className="size-6 shrink-0" />;
  return (
    <input
      type="checkbox"
      checked={picks.has(id, quantity)}
      onChange={({ target }) => picks.set(id, quantity, target.checked)}
      aria-label={text.picked(name)}
      className="size-6 shrink-0 accent-(--leaf)"
    />
  );
}
