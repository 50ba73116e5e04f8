import type { DomainEvent, EventName } from '#libs/contracts';
import type { Effect } from '../../realtime/live-table';
import type { Viewer } from '../../realtime/viewer';

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
  // after a change of the password this page may continue, with a new session
  'session.ended': () => 'reload-session',
  // the reloaded session has the farm's id, and its new connection joins the farm's room
  'farm.created': ({ payload }, viewer) =>
    payload.ownerId === viewer?.id ? 'reload-session' : null,
};

/** The effect of an event on the page, if any. */
export function effectOf(event: DomainEvent, viewer: Viewer): Effect | null {
  const effect = effects[event.name] as
    | ((event: DomainEvent, viewer: Viewer) => Effect | null)
    | undefined;
  return effect?.(event, viewer) ?? null;
}
