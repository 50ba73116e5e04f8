import { Button } from './button';
import { uiText } from './texts';

/** "3 new – show", for rows that arrived while somebody reads. Without height, so that the layout does not shift. */
export function NewRowsButton({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <div data-waiting className="sticky top-28 z-20 flex h-0 justify-center">
      <div className="-translate-y-1/2 self-start rounded-full shadow-lift">
        <Button tone="paper" onClick={onShow}>
          {uiText.newRows(count)}
        </Button>
      </div>
    </div>
  );
}
