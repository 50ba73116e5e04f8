import { ClipboardList, Printer, ReceiptText, Route, Tags } from 'lucide-react';
import { paths } from '../../../lib/paths';
import { LinkButton } from '../../../ui/button';
import { DownloadButton } from '../../../ui/download-button';
import { DropdownMenu } from '../../../ui/dropdown-menu';
import { Icon } from '../../../ui/icon';
import { orderDaysText as text } from './texts';
import type { ChosenDay } from './use-day';

/** What is printed and planned for the chosen day: as buttons, and on small screens as a menu. */
export function DayTools({
  chosen: { choice = 'all', day, days },
  hasFile,
}: {
  chosen: ChosenDay;
  /** Whether the orders can be downloaded here. */
  hasFile: boolean;
}) {
  const delivers = days?.parts.some(
    (part) => part.fulfilment === 'delivery' && (day === undefined || part.day === day),
  );
  const links = [
    { label: text.slips, to: paths.packingSlips(choice), icon: ReceiptText },
    { label: text.labels, to: paths.labels(choice), icon: Tags },
    ...(delivers ? [{ label: text.runSheet, to: paths.runSheet(choice), icon: Route }] : []),
    // of all days it is a page of its own
    ...(day ? [{ label: text.pickList, to: paths.pickList(day), icon: ClipboardList }] : []),
  ];
  return (
    <>
      <div className="flex gap-1 max-xl:hidden">
        {links.map(({ label, to, icon }) => (
          <LinkButton
            key={label}
            to={to}
            tone="ghost"
            size="sm"
            icon={<Icon of={icon} size={18} />}
          >
            {label}
          </LinkButton>
        ))}
        {hasFile && (
          <DownloadButton path="/orders.csv" query={{ day }} name={text.fileName(choice)} />
        )}
      </div>
      <div className="xl:hidden">
        <DropdownMenu
          label={text.tools}
          trigger={<Icon of={Printer} />}
          entries={links.map(({ label, to, icon }) => ({
            kind: 'link',
            label,
            to,
            icon: <Icon of={icon} />,
          }))}
        />
      </div>
    </>
  );
}
