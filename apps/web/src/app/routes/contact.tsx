import { ContactCards } from '../../features/content/contact-cards';
import { ContactForm } from '../../features/content/contact-form';
import { PlaceMap } from '../../features/content/place-map';
import { contactText } from '../../features/content/texts';
import { Card } from '../../ui/card';
import { Page, PageTitle } from '../../ui/page';

/** `/contact`: "Get in Touch". */
export function Component() {
  return (
    <Page title={contactText.title}>
      <PageTitle lead={contactText.lead}>{contactText.title}</PageTitle>
      <ContactCards />
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1.2fr_1fr]">
        <Card>
          <h2 id="write" className="mb-5 text-2xl">
            {contactText.formTitle}
          </h2>
          <ContactForm />
        </Card>
        <PlaceMap />
      </div>
    </Page>
  );
}
