import { type DomainEvent, type EventName, parseEvent, queueDepthsSchema } from '#libs/contracts';
import { depths as queueDepths } from '../../features/jobs/jobs.live';
import type { Effect, Viewer } from '../../realtime/live-table';
import { RealtimeClient, type RealtimeOptions } from '../../realtime/realtime-client';
import { putsOf } from './event-table';

/** Creates the live client with the event table of all features. */
export function createLiveClient(options: Omit<RealtimeOptions, 'table'>): RealtimeClient {
  return new RealtimeClient({
    ...options,
    table: {
      parseEvent,
      parseDepths: (message) => queueDepthsSchema.safeParse(message).data ?? null,
      event: putsOf,
      effect: effectOf,
      depths: (depths) => [queueDepths.of(depths)],
    },
  });
}

type Effects = {
  readonly [Name in EventName]?: (event: DomainEvent<Name>, viewer: Viewer) => Effect | null;
};

const effects: Effects = {
  'user.status-changed': ({ payload: { user } }, viewer) => {
    if (user._id !== viewer?.id) return null;
    return user.status === 'suspended' ? 'sign-out' : 'reload-session';
  },
  'user.changed': ({ payload: { user } }, viewer) =>
    user._id === viewer?.id ? 'reload-session' : null,
  'user.deleted': ({ payload }, viewer) =>
    payload.userId === viewer?.id ? 'account-deleted' : null,
  // after a change of the password this page may continue, with a new session
  'session.ended': () => 'reload-session',
  // the reloaded session has the farm's id, and its new connection joins the farm's room
  'farm.created': ({ payload }, viewer) =>
    payload.ownerId === viewer?.id ? 'reload-session' : null,
};

/** The effect of an event on the page, if any. */
function effectOf(event: DomainEvent, viewer: Viewer): Effect | null {
  const effect = effects[event.name] as
    | ((event: DomainEvent, viewer: Viewer) => Effect | null)
    | undefined;
  return effect?.(event, viewer) ?? null;
}
