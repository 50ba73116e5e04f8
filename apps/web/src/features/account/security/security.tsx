import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSettings } from '../../../lib/api/public-data';
import { useSession } from '../../../lib/session/session';
import { demoAccount } from '../../../lib/session/session-api';
import { Card, SectionTitle } from '../../../ui/card';
import { factorText, securityText as text } from '../texts';
import { ChangePassword } from './change-password';
import { ConfirmSessionDialog } from './confirm-session-dialog';
import { SecondFactor } from './second-factor';
import { SessionsList } from './sessions-list';
import { UnconfirmedEmail } from './unconfirmed-email';

/** Password, second factor and sessions of a built-in account; the hosted provider has its own screens for them. */
export function Security() {
  const settings = useSettings();
  const { user } = useSession();
  const factor = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isLinked = hash === '#second-factor' && settings !== undefined;
  useEffect(() => {
    if (isLinked) factor.current?.scrollIntoView();
  }, [isLinked]);
  if (settings?.identity.provider !== 'builtin') return null;
  return (
    <Card as="section" aria-labelledby="security-title">
      <SectionTitle id="security-title">{text.title}</SectionTitle>
      {demoAccount.read() !== null ? (
        <p className="text-ink-soft">{text.shared}</p>
      ) : (
        <div className="grid gap-8">
          {user !== null && <UnconfirmedEmail email={user.email} />}
          <section aria-labelledby="password-title">
            <h3 id="password-title" className="text-xl">
              {text.passwordTitle}
            </h3>
            <p className="mt-1 mb-3 text-ink-soft">{text.passwordHint}</p>
            <ChangePassword />
          </section>
          <section ref={factor} id="second-factor" aria-labelledby="factor-title">
            <h3 id="factor-title" className="mb-1 text-xl">
              {factorText.title}
            </h3>
            <SecondFactor />
          </section>
          <section aria-labelledby="sessions-title">
            <h3 id="sessions-title" className="mb-3 text-xl">
              {text.sessionsTitle}
            </h3>
            <SessionsList />
            {/* the admin's dashboard has one for all of its pages */}
            {user?.role !== 'admin' && <ConfirmSessionDialog />}
          </section>
        </div>
      )}
    </Card>
  );
}
