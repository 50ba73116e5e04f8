import { helpText } from '../../features/content/help-texts';
import { FaqList } from '../../features/content/prose';
import { Page, PageTitle } from '../../ui/page';

/** `/faq`. */
export function Component() {
  const { title, lead, items } = helpText.faq;
  return (
    <Page title={title}>
      <div className="mx-auto max-w-3xl">
        <PageTitle lead={lead}>{title}</PageTitle>
        <FaqList items={items} />
      </div>
    </Page>
  );
}
