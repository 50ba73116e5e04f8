import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { identityPaths } from '../../features/identity/identity-paths';
import { NewPasswordForm } from '../../features/identity/new-password-form';
import { passwordText } from '../../features/identity/password-texts';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Page, PageTitle } from '../../ui/page';

const words = {
  form: { title: passwordText.newTitle, lead: passwordText.newLead },
  done: { title: passwordText.doneTitle, lead: passwordText.doneLead },
  'bad-link': { title: passwordText.linkTitle, lead: passwordText.linkLead },
};

/** `/sign-in/new-password#…`: where the mailed link leads, also for who is signed in. */
export function NewPassword() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const { status, signOut } = useSession();
  const [token, setToken] = useState(() => hash.slice(1));
  const [done, setDone] = useState(false);
  // the secret does not stay in the address, where it could be seen, copied or kept
  useEffect(() => {
    if (hash === '') return;
    setToken(hash.slice(1));
    setDone(false);
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);

  const box = useRef<HTMLDivElement>(null);
  const outcome = done ? 'done' : token === '' ? 'bad-link' : 'form';
  const first = useRef(outcome);
  useEffect(() => {
    // the form that had the focus is gone
    const heading = outcome === first.current ? null : box.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [outcome]);

  const { title, lead } = words[outcome];
  return (
    <Page title={title}>
      <div ref={box} className="mx-auto max-w-xl">
        <PageTitle lead={lead}>{title}</PageTitle>
        {outcome === 'done' ? (
          <LinkButton to={paths.signIn} size="lg">
            {passwordText.signIn}
          </LinkButton>
        ) : outcome === 'bad-link' ? (
          <LinkButton to={identityPaths.forgotPassword} size="lg">
            {passwordText.linkAgain}
          </LinkButton>
        ) : (
          <Card>
            <NewPasswordForm
              token={token}
              onBadLink={() => setToken('')}
              onDone={() => {
                setDone(true);
                // its session is over as well
                if (status === 'signed-in') void signOut();
              }}
            />
          </Card>
        )}
      </div>
    </Page>
  );
}
