import { ClipboardList, Printer, ReceiptText, Route, Tags } from 'lucide-react';
import { paths } from '../../../lib/paths';
import { LinkButton } from '../../../ui/button';
import { DownloadButton } from '../../../ui/download-button';
import { DropdownMenu } from '../../../ui/dropdown-menu';
import { Icon } from '../../../ui/icon';
import { orderDaysText as text } from './texts';
import type { ChosenDay } from './use-day';

/** The pages that are printed or planned for the chosen day. */
function linksOf({ choice = 'all', day, days }: ChosenDay) {
  const delivers = days?.parts.some(
    (part) => part.fulfilment === 'delivery' && (day === undefined || part.day === day),
  );
  return [
    { label: text.slips, to: paths.packingSlips(choice), icon: ReceiptText },
    { label: text.labels, to: paths.labels(choice), icon: Tags },
    ...(delivers ? [{ label: text.runSheet, to: paths.runSheet(choice), icon: Route }] : []),
    // of all days it is a page of its own
    ...(day ? [{ label: text.pickList, to: paths.pickList(day), icon: ClipboardList }] : []),
  ];
}

/** They and the file of the orders as buttons, where there is room. */
export function DayButtons({
  chosen,
  hasFile,
}: {
  chosen: ChosenDay;
  /** Whether the orders can be downloaded here. */
  hasFile: boolean;
}) {
  return (
    <div className="flex shrink-0 gap-1 max-xl:hidden">
      {linksOf(chosen).map(({ label, to, icon }) => (
        <LinkButton key={label} to={to} tone="ghost" size="sm" icon={<Icon of={icon} size={18} />}>
          {label}
        </LinkButton>
      ))}
      {hasFile && (
        <DownloadButton
          path="/orders.csv"
          query={{ day: chosen.day }}
          name={text.fileName(chosen.choice ?? 'all')}
        />
      )}
    </div>
  );
}

/** They as a menu, on smaller screens. */
export function DayMenu({ chosen }: { chosen: ChosenDay }) {
  return (
    <div className="xl:hidden">
      <DropdownMenu
        label={text.tools}
        trigger={<Icon of={Printer} />}
        entries={linksOf(chosen).map(({ label, to, icon }) => ({
          kind: 'link',
          label,
          to,
          icon: <Icon of={icon} />,
        }))}
      />
    </div>
  );
}
