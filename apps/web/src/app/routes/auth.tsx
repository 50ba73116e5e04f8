import { DemoButtons } from '../../features/account/sign-in/demo-buttons';
import { HaveAccount, RedirectWhenSignedIn } from '../../features/account/sign-in/identity-page';
import { RoleChooser } from '../../features/account/sign-in/role-chooser';
import { identityText } from '../../features/account/texts';
import { useSettings } from '../../lib/api/public-data';
import { Card } from '../../ui/card';
import { Page, PageTitle } from '../../ui/page';

/** `/auth`: the choice of a role before signing up. */
export function Component() {
  const settings = useSettings();
  return (
    <RedirectWhenSignedIn>
      <Page title={identityText.authTitle}>
        <div className="mx-auto grid max-w-3xl gap-6">
          <PageTitle lead={identityText.authLead}>{identityText.authTitle}</PageTitle>
          <Card className="-mt-2">
            <RoleChooser />
          </Card>
          <HaveAccount />
          {settings?.demo === true && (
            <DemoButtons hasTestCards={settings.cards?.provider === 'test-cards'} />
          )}
        </div>
      </Page>
    </RedirectWhenSignedIn>
  );
}
