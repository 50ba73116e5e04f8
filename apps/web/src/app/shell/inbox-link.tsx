import { Bell } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { menuText } from '../texts';
import { CountDot } from './count-dot';
import { useUnread } from './use-unread';

/** A bell with the number of unread notifications; links to the inbox. */
export default function InboxLink() {
  const unread = useUnread();
  return (
    <Link
      to={paths.inbox}
      aria-label={menuText.inboxCount(unread)}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
    >
      <Icon of={Bell} size={23} />
      <CountDot count={unread} />
    </Link>
  );
}
