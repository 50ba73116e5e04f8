import {
  type ContactReceipt,
  contactReceiptSchema,
  type SendContactMessage,
} from '#libs/contracts';
import { request } from '../../lib/api/api';

/** `POST /contact`; the receipt has the message's reference number. */
export function sendMessage(message: SendContactMessage): Promise<ContactReceipt> {
  return request(contactReceiptSchema, '/contact', { method: 'POST', body: message });
}
