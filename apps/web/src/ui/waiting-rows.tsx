import { Button } from './button';
import { uiText } from './texts';

/** "3 new – show": rows that came in while somebody reads. It has no height, so that its coming moves nothing. */
export function WaitingRows({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <div data-waiting className="sticky top-28 z-20 flex h-0 justify-center">
      <div className="-translate-y-1/2 self-start rounded-full shadow-lift">
        <Button tone="paper" onClick={onShow}>
          {uiText.waitingRows(count)}
        </Button>
      </div>
    </div>
  );
}
