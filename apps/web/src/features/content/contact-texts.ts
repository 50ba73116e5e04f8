import { defineMessages } from '../../lib/text/messages';

/** Texts of the Contact page. */
export const contactText = defineMessages({
  en: {
    title: 'Get in Touch',
    lead: 'A question about an order, a farm that wants a stall, a carrot with two legs: write to us.',
    email: 'E-mail',
    phone: 'Phone',
    address: 'Address',
    hours: 'Business hours',
    openNow: 'Open now',
    closedNow: 'Closed now',
    mapTitle: 'Where we are',
    mapText: 'The market hall stands at the depot, two minutes from the station.',
    mapLink: 'Open a map',
    formTitle: 'Write to us',
    formHint: 'We answer by e-mail. 4,000 characters at most.',
    firstName: 'First name',
    lastName: 'Last name',
    emailField: 'E-mail address',
    subject: 'Subject',
    message: 'Message',
    send: 'Send message',
    honeypot: 'Website',
    sent: 'Your message is with us',
    sentText: (reference: string) => `Its number is ${reference}. We answer by e-mail.`,
    wrong: {
      firstName: 'Enter your first name',
      lastName: 'Enter your last name',
      email: 'Enter an e-mail address such as ada@example.org',
      subject: 'Say in a few words what it is about',
      message: 'Write your message',
    },
  },
});
