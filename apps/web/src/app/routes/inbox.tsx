import { InboxList } from '../../features/inbox/inbox-list';
import { inboxText } from '../../features/inbox/texts';
import { Page, PageTitle } from '../../ui/page';

/** `/inbox`: notifications, for every signed-in user. */
export function Component() {
  return (
    <Page title={inboxText.title}>
      <div className="mx-auto max-w-3xl">
        <PageTitle lead={inboxText.lead}>{inboxText.title}</PageTitle>
        <InboxList />
      </div>
    </Page>
  );
}
