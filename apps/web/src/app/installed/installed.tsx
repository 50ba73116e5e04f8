import { useEffect, useEffectEvent, useRef } from 'react';
import type { UserDto } from '#libs/contracts';
import { checkVersion } from '../../lib/api/chunks';
import { useSettings } from '../../lib/api/public-data';
import { useConnection } from '../../realtime/realtime-provider';
import { useBadge } from './badge';
import { useKeptData } from './keep-data';
import { useOpenedNotices } from './opened-notices';
import { registerWorker, updateWorker } from './register';

/** How often, in ms, a page that comes back into view asks for a new build. */
const ASK_MS = 60 * 60_000;

/** Makes a member's app one that opens and can be read without a connection, and learns of new builds. */
export function Installed({ user }: { user: UserDto }) {
  useKeptData(user);
  const isOn = useSettings()?.serviceWorker;
  useEffect(() => {
    if (isOn === undefined) return;
    registerWorker(isOn).catch(() => undefined); // blocked: the page works without it
  }, [isOn]);
  useNewBuilds();
  useBadge();
  useOpenedNotices();
  return null;
}

/** Asks for a new build when the connection is back, because a server was perhaps replaced, and once an hour. */
function useNewBuilds(): void {
  const { state, since } = useConnection();
  const isLive = state === 'live';
  const isCutOff = since !== null;
  const wasLive = useRef(false);
  const askedAt = useRef(0);
  const ask = useEffectEvent(() => {
    askedAt.current = Date.now();
    checkVersion().catch(() => undefined); // unreachable again
    updateWorker().catch(() => undefined);
  });
  useEffect(() => {
    // this part may be loaded after the first connection is lost again
    if (isCutOff) wasLive.current = true;
  }, [isCutOff]);
  useEffect(() => {
    if (!isLive) return;
    if (wasLive.current) ask();
    wasLive.current = true;
  }, [isLive]);
  useEffect(() => {
    askedAt.current = Date.now();
    const onVisible = () => {
      if (!document.hidden && Date.now() - askedAt.current > ASK_MS) ask();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
}
