import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { pageMessageSchema } from '../../service-worker/messages';

/** Shows the page of a notice that was clicked while this page was open. */
export function useOpenedNotices(): void {
  const navigate = useNavigate();
  const open = useEffectEvent(({ data }: MessageEvent) => {
    const message = pageMessageSchema.safeParse(data);
    if (message.success) void navigate(message.data.path);
  });
  useEffect(() => {
    const onMessage = (event: MessageEvent) => open(event);
    const workers = navigator.serviceWorker;
    workers?.addEventListener('message', onMessage);
    return () => workers?.removeEventListener('message', onMessage);
  }, []);
}
