import {
  type ContactReceipt,
  contactReceiptSchema,
  type SendContactMessage,
} from '#libs/contracts';
import { request } from '../../lib/api';

/** `POST /contact`: answers the number to name when asking again. */
export function sendMessage(message: SendContactMessage): Promise<ContactReceipt> {
  return request(contactReceiptSchema, '/contact', { method: 'POST', body: message });
}
