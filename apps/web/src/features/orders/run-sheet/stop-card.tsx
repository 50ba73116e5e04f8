import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { isLive } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { formatMoney } from '../../../lib/text/format';
import { Icon } from '../../../ui/icon';
import { StatusPill } from '../../../ui/status-pill';
import { StopAddress } from '../../../ui/stop-address';
import { slotLabel } from '../days/day-words';
import { runSheetText as text } from '../days/texts';
import { PartActions } from '../part-actions';
import { shownLines } from '../shorts/amounts';
import { LineList } from '../shorts/line-list';
import type { PartCommands } from '../use-part-commands';
import type { Stop } from './run-sheet.live';

/** One stop; struck through once it was declined or cancelled, and quiet once it is delivered. */
export function StopCard({
  stop: order,
  number,
  isDayKnown,
  commands,
}: {
  stop: Stop;
  number: number;
  isDayKnown: boolean;
  commands: PartCommands;
}) {
  const [part] = order.parts;
  if (part === undefined) return null;
  const isOver = !isLive(part.status);
  const isDone = part.status === 'delivered';
  const name = order.address?.recipient ?? order.customer.name;
  const lines = shownLines(part.lines, part);
  const coming = lines.filter(({ quantity }) => quantity > 0);
  const notes = [part.note, order.notes].filter((note) => note !== null);
  return (
    <li className="min-w-0 break-inside-avoid print:mb-2">
      <article
        aria-label={text.stop(number, name)}
        className={cx(
          'flex gap-3 rounded-md border border-rule p-3 sm:p-4',
          isDone || isOver ? 'bg-sunken' : 'bg-paper',
        )}
      >
        <span
          aria-hidden="true"
          className={cx(
            'grid size-9 shrink-0 place-items-center rounded-full font-bold tabular-nums print:border-2',
            isDone ? 'bg-leaf text-on-leaf' : 'bg-ink text-ground',
          )}
        >
          {isDone ? <Icon of={Check} size={20} /> : number}
        </span>
        <div className="grid min-w-0 flex-1 gap-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h3 className={cx('font-sans text-lg font-bold', isOver && 'line-through')}>{name}</h3>
            <Link
              to={paths.order(order._id)}
              className="inline-flex min-h-6 items-center text-sm font-semibold whitespace-nowrap underline underline-offset-4 print:no-underline"
            >
              {order.code}
            </Link>
          </div>
          {(isOver || isDone || part.status === 'placed' || part.status === 'accepted') && (
            <p>
              <StatusPill status={part.status} />
            </p>
          )}
          <p className="text-sm font-semibold">
            {part.slot ? (
              <time dateTime={part.slot.startAt}>{slotLabel(part.slot, isDayKnown)}</time>
            ) : (
              text.noDay
            )}
            {order.toCollect > 0 && (
              <span className="tabular-nums"> · {text.collect(formatMoney(order.toCollect))}</span>
            )}
          </p>
          {order.address && <StopAddress address={order.address} name={name} isStruck={isOver} />}
          {notes.map((note) => (
            <p key={note} className="rounded-sm bg-butter-tint p-2 text-sm text-butter-ink">
              {text.because(note)}
            </p>
          ))}
          <p className={cx('text-sm', isOver && 'line-through')}>
            <span className="font-semibold">{text.products(coming.length)}: </span>
            <LineList lines={lines} />
          </p>
          <PartActions order={order} part={part} viewer="farmer" commands={commands} />
        </div>
      </article>
    </li>
  );
}
