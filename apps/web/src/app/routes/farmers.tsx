import { Selling } from '../../features/content/selling';
import { sellingText } from '../../features/content/texts';
import { FarmDirectory } from '../../features/farms/farm-directory';
import { SectionTitle } from '../../ui/card';
import { Page, PageTitle } from '../../ui/page';

/** `/farmers`: the farms of the market, and how to become one. */
export function Component() {
  return (
    <Page title={sellingText.title}>
      <PageTitle lead={sellingText.lead}>{sellingText.title}</PageTitle>
      <section aria-labelledby="directory">
        <SectionTitle id="directory">{sellingText.directory}</SectionTitle>
        <FarmDirectory />
      </section>
      <Selling />
    </Page>
  );
}
