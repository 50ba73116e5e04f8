import * as z from 'zod/mini';
import { emailSchema, textSchema } from '#libs/contracts';
import { useForm } from '../../lib/use-form';
import { Button } from '../../ui/button';
import { Field, Form, Input, Textarea } from '../../ui/form';
import { useToast } from '../../ui/toast';
import { contactText } from './contact-texts';
import { operator } from './operator-texts';

const schema = z.object({
  firstName: textSchema(80),
  lastName: textSchema(80),
  email: emailSchema,
  subject: textSchema(120),
  message: textSchema(2000),
});
const labels = {
  firstName: contactText.firstName,
  lastName: contactText.lastName,
  email: contactText.emailField,
  subject: contactText.subject,
  message: contactText.message,
};

/** The message as a mail, because the server has no letter box yet. */
export function ContactForm() {
  const toast = useToast();
  const form = useForm({
    schema,
    messages: contactText.wrong,
    onSubmit: ({ firstName, lastName, email, subject, message }) => {
      const body = contactText.body(`${firstName} ${lastName}`, email, message);
      const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
      window.location.assign(`mailto:${operator.email}?${query}`);
      toast({ title: contactText.ready, description: contactText.readyText(operator.email) });
    },
  });
  return (
    <Form form={form} labels={labels} guard aria-labelledby="write">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="firstName" label={contactText.firstName}>
          <Input autoComplete="given-name" required />
        </Field>
        <Field name="lastName" label={contactText.lastName}>
          <Input autoComplete="family-name" required />
        </Field>
      </div>
      <Field name="email" label={contactText.emailField}>
        <Input type="email" autoComplete="email" required />
      </Field>
      <Field name="subject" label={contactText.subject}>
        <Input maxLength={120} required />
      </Field>
      <Field name="message" label={contactText.message} hint={contactText.formHint}>
        <Textarea rows={6} maxLength={2000} required />
      </Field>
      <div>
        <Button type="submit" size="lg" busy={form.busy}>
          {contactText.send}
        </Button>
      </div>
    </Form>
  );
}
