import { SunMoon } from 'lucide-react';
import { themes, useTheme } from '../../lib/browser/preferences';
import { useConnection } from '../../realtime/realtime-provider';
import { DropdownMenu } from '../../ui/dropdown-menu';
import { Icon } from '../../ui/icon';
import { menuText, shellText } from '../texts';

/** A visitor's settings, opened; signed-in users have them in `UserMenu`. */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  const { paused, setPaused } = useConnection();
  return (
    <DropdownMenu
      label={shellText.theme}
      opensAtOnce
      trigger={<Icon of={SunMoon} />}
      entries={[
        {
          kind: 'choice',
          options: themes.map((one) => ({
            label: menuText.themes[one],
            checked: theme === one,
            onSelect: () => setTheme(one),
          })),
        },
        {
          kind: 'check',
          label: menuText.pauseLive,
          checked: paused,
          onSelect: () => setPaused(!paused),
        },
      ]}
    />
  );
}
