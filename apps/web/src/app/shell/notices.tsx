import { type ReactNode, useSyncExternalStore } from 'react';
import { isOutdatedPage, subscribeToVersion } from '../../lib/api/chunks';
import { useOnline } from '../../lib/browser/device';
import { formatMomentOf } from '../../lib/text/format';
import { useConnection } from '../../realtime/realtime-provider';
import { noticeText as text } from './notice-texts';

/** What holds for every page: there is no connection, or the server has a newer version than this page. */
export default function Notices() {
  const online = useOnline();
  const { since } = useConnection();
  const isOutdated = useSyncExternalStore(subscribeToVersion, isOutdatedPage, () => false);
  return (
    <>
      {!online && <Notice>{text.offline(since && formatMomentOf(since))}</Notice>}
      {isOutdated && (
        <Notice>
          {text.newVersion}{' '}
          <button
            type="button"
            className="min-h-11 underline underline-offset-4"
            onClick={() => window.location.reload()}
          >
            {text.reload}
          </button>
        </Notice>
      )}
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="bg-butter px-4 py-2 text-center font-semibold text-on-butter print:hidden"
    >
      {children}
    </p>
  );
}
