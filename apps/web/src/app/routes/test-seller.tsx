import { useNavigate, useParams } from 'react-router-dom';
import { useFinishTestOnboarding } from '../../features/money/money';
import { payoutsText as text } from '../../features/money/texts';
import { useOnline } from '../../lib/browser/device';
import { paths } from '../../lib/paths';
import { Button, LinkButton } from '../../ui/button';
import { Page, PageTitle } from '../../ui/page';
import { useToast } from '../../ui/toast';

const books = `${paths.dashboardOf('farmer')}/money`;

/** Stands for the page of a card provider on which a farm enters its data; `test-cards` only. */
export function Component() {
  const { seller = '' } = useParams();
  const navigate = useNavigate();
  const toast = useToast();
  const online = useOnline();
  const finish = useFinishTestOnboarding();
  return (
    <Page title={text.testTitle}>
      <PageTitle lead={text.testLead}>{text.testTitle}</PageTitle>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          busy={finish.isPending}
          disabledReason={online ? null : text.offline}
          onClick={() =>
            finish.mutate(
              { seller },
              {
                onSuccess: () => void navigate(books),
                onError: () => toast({ tone: 'error', title: text.testFailed }),
              },
            )
          }
        >
          {text.testFinish}
        </Button>
        <LinkButton to={books} tone="outline">
          {text.testLeave}
        </LinkButton>
      </div>
    </Page>
  );
}
