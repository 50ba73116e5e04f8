import { SunMoon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/api/chunks';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';

// loaded when it is opened
const ThemeMenu = lazyPart(async () => ({ default: (await import('./theme-menu')).ThemeMenu }));

/** The button of a visitor's settings, which becomes their menu. */
export function ThemeButton() {
  const [pressed, setPressed] = useState(false);
  const button = (
    <button
      type="button"
      aria-label={shellText.theme}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') setPressed(true);
      }}
      className="inline-grid size-11 place-items-center rounded-full transition-colors hover:bg-sunken"
    >
      <Icon of={SunMoon} />
    </button>
  );
  if (!pressed) return button;
  return (
    <Suspense fallback={button}>
      <ThemeMenu />
    </Suspense>
  );
}
