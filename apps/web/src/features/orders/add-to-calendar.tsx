import { CalendarPlus } from 'lucide-react';
import { isLive, type OrderDto, type OrderPart } from '#libs/contracts';
import { DownloadButton } from '../../ui/download-button';
import { calendarText } from './texts';

/** The date of a part as a calendar file, while the part is still to be handed over. */
export function AddToCalendar({ order, part }: { order: OrderDto; part: OrderPart }) {
  if (part.slot === null || !isLive(part.status) || part.status === 'delivered') return null;
  return (
    <p className="mt-4 print:hidden">
      <DownloadButton
        path={`/orders/${order._id}/calendar.ics`}
        query={{ part: part._id }}
        name={`${order.code}.ics`}
        icon={CalendarPlus}
      >
        {calendarText.add}
      </DownloadButton>
    </p>
  );
}
