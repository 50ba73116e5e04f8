import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab<Value extends string = string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

/** Tabs; the arrow keys select, and only the selected panel is mounted. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const shown = tabs.find((tab) => tab.value === value) ?? tabs[0];
  return (
    <Base.Root value={shown?.value} onValueChange={onChange}>
      <Base.List
        activateOnFocus
        aria-label={label}
        className="flex flex-wrap gap-1 border-b-2 border-rule"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-0.5 min-h-11 rounded-t-md border-b-[3px] border-transparent px-4 font-semibold text-ink-soft transition-colors hover:text-ink data-active:border-tomato data-active:text-ink max-sm:px-2.5"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {shown !== undefined && (
        <Base.Panel value={shown.value} className="pt-6">
          {shown.content}
        </Base.Panel>
      )}
    </Base.Root>
  );
}
