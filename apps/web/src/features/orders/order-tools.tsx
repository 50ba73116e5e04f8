import { Bell, BellOff, Keyboard } from 'lucide-react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { useOrderSound } from './order-sound';
import { ordersText } from './texts';

/** Buttons for the sound of new orders and for the keyboard help. */
export function OrderTools({
  help,
  onHelp,
}: {
  /** Whether the help is open. */
  help: boolean;
  onHelp: (open: boolean) => void;
}) {
  const sound = useOrderSound();
  return (
    <div className="flex gap-1">
      <Button
        tone="ghost"
        size="sm"
        aria-pressed={sound.on}
        icon={<Icon of={sound.on ? Bell : BellOff} size={18} />}
        onClick={() => sound.set(!sound.on)}
      >
        <span className="max-sm:sr-only">
          {sound.on ? ordersText.soundOn : ordersText.soundOff}
        </span>
      </Button>
      {/* a phone has no keys; `?` opens it where a keyboard is connected */}
      <span className="inline-flex pointer-coarse:hidden">
        <Button
          tone="ghost"
          size="sm"
          icon={<Icon of={Keyboard} size={18} />}
          onClick={() => onHelp(true)}
        >
          <span className="max-sm:sr-only">{ordersText.keys}</span>
        </Button>
      </span>
      <Dialog open={help} onClose={() => onHelp(false)} title={ordersText.keys}>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
          {ordersText.keyList.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-block min-w-10 rounded-sm border-2 border-b-4 border-edge bg-ground px-2 py-0.5 text-center font-mono text-sm font-bold">
                  {key}
                </kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-sm text-ink-soft">{ordersText.keysOff}</p>
      </Dialog>
    </div>
  );
}
