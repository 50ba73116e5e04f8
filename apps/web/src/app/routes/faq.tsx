import { helpText } from '../../features/content/help-texts';
import { FaqList } from '../../features/content/prose';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { Page, PageTitle } from '../../ui/page';

/** `/faq`. */
export function Component() {
  const { title, lead, groups, ask } = helpText.faq;
  return (
    <Page title={title}>
      <div className="mx-auto max-w-3xl">
        <PageTitle lead={lead}>{title}</PageTitle>
        {groups.map((group) => (
          <section key={group.title} className="mt-10">
            <h2 className="mb-3 text-2xl">{group.title}</h2>
            <FaqList items={group.items} />
          </section>
        ))}
        <p className="mt-10">
          <LinkButton to={paths.contact} tone="outline">
            {ask}
          </LinkButton>
        </p>
      </div>
    </Page>
  );
}
