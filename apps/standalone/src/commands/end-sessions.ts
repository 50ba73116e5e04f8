import { BuiltInProvider, IdentityProvider } from '#libs/identity';
import { CommandError, runCommand, say } from './command.js';

/** `npm run sessions:end-all`: everybody has to sign in again, within seconds, while the shop runs. */
await runCommand(async (app) => {
  const identity = app.get(IdentityProvider);
  if (!(identity instanceof BuiltInProvider))
    throw new CommandError('The sessions are Clerk’s. End them in its dashboard.');
  const count = await identity.endAllSessions();
  say(`Ended ${count} ${count === 1 ? 'session' : 'sessions'}.`);
});
