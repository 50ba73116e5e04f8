import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { NotificationDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { formatTime } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { kindStyles } from './kind-styles';
import { inboxText } from './texts';

/** One notification; opening its link marks it as read. */
export function InboxEntry({
  entry,
  online,
  onRead,
}: {
  entry: NotificationDto;
  online: boolean;
  onRead: () => void;
}) {
  const { icon, tone } = kindStyles[entry.kind];
  const unread = entry.readAt === null;
  return (
    <article
      aria-labelledby={`entry-${entry._id}`}
      className={cx(
        'relative flex items-start gap-3 rounded-md border p-4 sm:gap-4 sm:p-5',
        unread ? 'border-edge border-l-[6px] border-l-tomato bg-paper' : 'border-rule',
      )}
    >
      <span className={cx('hidden size-10 shrink-0 place-items-center rounded-full xs:grid', tone)}>
        <Icon of={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3
            id={`entry-${entry._id}`}
            className={cx(
              'font-sans text-base leading-snug tracking-normal',
              unread ? 'font-bold' : 'font-semibold',
            )}
          >
            {entry.title}
          </h3>
          {unread && <Badge tone="tomato">{inboxText.isUnread}</Badge>}
          <time dateTime={entry.createdAt} className="text-sm text-ink-soft tabular-nums">
            {formatTime(entry.createdAt)}
          </time>
        </div>
        <p className="mt-1">{entry.text}</p>
        {entry.details.length > 0 && (
          <dl className="mt-2 grid grid-cols-1 gap-1 text-sm text-ink-soft">
            {entry.details.map(({ label, value }) => (
              <div
                key={`${label} ${value}`}
                className="flex max-w-sm flex-wrap justify-between gap-x-3"
              >
                <dt className="min-w-0">{label}</dt>
                <dd className="ml-auto text-right font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <Link
          to={entry.link.path}
          onClick={() => unread && online && onRead()}
          className="mt-1 inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
        >
          {entry.link.label}
          <span className="sr-only">: {entry.title}</span>
        </Link>
      </div>
      {unread && (
        <IconButton label={inboxText.markOne(entry.title)} onClick={onRead} disabled={!online}>
          <Icon of={Check} />
        </IconButton>
      )}
    </article>
  );
}
