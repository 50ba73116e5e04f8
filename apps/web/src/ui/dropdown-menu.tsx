import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../lib/cx';

export type MenuEntry =
  | { kind: 'action'; label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
  | { kind: 'link'; label: string; icon?: ReactNode; to: string }
  | ({ kind: 'check' } & Toggle)
  /** One of several. */
  | { kind: 'choice'; label?: string; options: readonly Toggle[] };
interface Toggle {
  label: string;
  checked: boolean;
  onSelect: () => void;
}

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 py-2 text-left data-highlighted:bg-sunken';

export function DropdownMenu({
  label,
  trigger,
  entries,
  header,
  align = 'end',
  opensAtOnce = false,
}: {
  /** Accessible name of the menu and of its button. */
  label: string;
  trigger: ReactNode;
  entries: readonly MenuEntry[];
  header?: ReactNode;
  align?: 'start' | 'end';
  /** For a menu whose button was pressed before its code was loaded. */
  opensAtOnce?: boolean;
}) {
  // the menu stays in the landmark of its button
  const place = useRef<HTMLDivElement>(null);
  return (
    <Menu.Root defaultOpen={opensAtOnce} modal={false}>
      <Menu.Trigger
        aria-label={label}
        className="inline-grid size-11 place-items-center rounded-full transition-colors hover:bg-sunken"
      >
        {trigger}
      </Menu.Trigger>
      <div ref={place} className="absolute" />
      <Menu.Portal container={place}>
        <Menu.Positioner
          align={align}
          sideOffset={8}
          collisionPadding={8}
          positionMethod="fixed"
          className="z-50"
        >
          <Menu.Popup className="max-h-(--available-height) w-max max-w-[min(20rem,calc(100vw-2rem))] min-w-56 animate-[rise_140ms_ease-out] overflow-y-auto rounded-md border border-rule bg-paper p-1.5 text-ink shadow-layer outline-none">
            {header !== undefined && <div className="border-b border-rule px-3 py-2">{header}</div>}
            {entries.map((entry) => (
              <Entry key={`${entry.kind}-${entry.label}`} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'choice') {
    const { label, options } = entry;
    return (
      <Menu.RadioGroup value={options.find(({ checked }) => checked)?.label}>
        {label !== undefined && (
          <Menu.GroupLabel className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-soft">
            {label}
          </Menu.GroupLabel>
        )}
        {options.map((option) => (
          <Menu.RadioItem
            key={option.label}
            value={option.label}
            onClick={option.onSelect}
            className={itemClass}
          >
            <Tick {...option} />
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    );
  }
  if (entry.kind === 'check') {
    return (
      <Menu.CheckboxItem
        checked={entry.checked}
        onCheckedChange={entry.onSelect}
        className={itemClass}
      >
        <Tick {...entry} />
      </Menu.CheckboxItem>
    );
  }
  if (entry.kind === 'link') {
    return (
      <Menu.LinkItem render={<Link to={entry.to} />} closeOnClick className={itemClass}>
        {entry.icon}
        {entry.label}
      </Menu.LinkItem>
    );
  }
  return (
    <Menu.Item
      onClick={entry.onSelect}
      className={cx(itemClass, entry.danger && 'text-tomato-ink')}
    >
      {entry.icon}
      {entry.label}
    </Menu.Item>
  );
}

function Tick({ label, checked }: Toggle) {
  return (
    <>
      <span aria-hidden="true" className="w-5 text-center font-bold">
        {checked ? '✓' : ''}
      </span>
      {label}
    </>
  );
}
