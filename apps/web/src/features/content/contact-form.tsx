import { useState } from 'react';
import {
  type ContactReceipt,
  contactReceiptSchema,
  MAX_LENGTH,
  type SendContactMessage,
  sendContactMessageSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { useForm } from '../../lib/forms/use-form';
import { Button } from '../../ui/button';
import { Field, Form, Input, Textarea } from '../../ui/form';
import { useToast } from '../../ui/toast';
import { contactText } from './texts';

const labels = {
  firstName: contactText.firstName,
  lastName: contactText.lastName,
  email: contactText.emailField,
  subject: contactText.subject,
  message: contactText.message,
};

/** Sends a message to the operator; the message's reference number stays on the page. */
export function ContactForm() {
  const toast = useToast();
  const [reference, setReference] = useState<string | null>(null);
  const form = useForm({
    schema: sendContactMessageSchema,
    messages: contactText.wrong,
    onSubmit: async (message, element) => {
      const receipt = await sendMessage(message);
      element.reset();
      setReference(receipt.reference);
      toast({ title: contactText.sent, description: contactText.sentText(receipt.reference) });
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
        <Input maxLength={MAX_LENGTH.contactSubject} required />
      </Field>
      <Field name="message" label={contactText.message} hint={contactText.formHint}>
        <Textarea rows={6} maxLength={MAX_LENGTH.contactMessage} required />
      </Field>
      {/* honeypot: invisible for people, filled in by bots */}
      <div className="sr-only" aria-hidden="true">
        <input name="website" tabIndex={-1} autoComplete="off" aria-label={contactText.honeypot} />
      </div>
      {reference !== null && (
        <p className="rounded-md bg-leaf-tint p-4 font-semibold text-leaf-ink">
          {contactText.sentText(reference)}
        </p>
      )}
      <div>
        <Button type="submit" size="lg" busy={form.busy}>
          {contactText.send}
        </Button>
      </div>
    </Form>
  );
}

/** `POST /contact`; the receipt has the message's reference number. */
function sendMessage(message: SendContactMessage): Promise<ContactReceipt> {
  return request(contactReceiptSchema, '/contact', { method: 'POST', body: message });
}
