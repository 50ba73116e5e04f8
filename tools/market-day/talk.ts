import {
  type Conversation,
  type ConversationSide,
  conversationSchema,
  messageSchema,
  type OrderDto,
} from '#libs/contracts';
import type { Chance } from './chance';
import type { Person } from './person';

/** Shares: a message is sent again, as after a lost answer; what was read is answered. */
const [TWICE, ANSWERED] = [0.15, 0.6];
const QUESTIONS = ['Is five o’clock right?', 'Can you leave it at the gate?', 'Are they ripe?'];
const ANSWERS = ['Yes, gladly.', 'I come at six.', 'Thank you, see you then.'];

const threadOf = (orderId: string, partId: string) => `/orders/${orderId}/parts/${partId}/messages`;

async function send(
  person: Person,
  chance: Chance,
  path: string,
  texts: readonly string[],
): Promise<void> {
  const key = crypto.randomUUID();
  const body = { text: chance.of(texts) ?? '' };
  const options = { method: 'POST', headers: { 'Idempotency-Key': key }, body } as const;
  for (let times = chance.is(TWICE) ? 2 : 1; times > 0; times--) {
    const sent = await person.do('message', messageSchema, path, options);
    if (sent) person.wrote(sent._id, key);
  }
}

/** Writes about a part of one of these orders. */
export async function ask(
  person: Person,
  chance: Chance,
  orders: readonly OrderDto[],
): Promise<void> {
  const order = chance.of(orders);
  const part = chance.of(order?.parts ?? []);
  if (order && part) await send(person, chance, threadOf(order._id, part._id), QUESTIONS);
}

/** Reads one of the conversations with unread messages, and often answers. */
export async function readAndAnswer(
  person: Person,
  chance: Chance,
  side: ConversationSide,
  conversations: readonly Conversation[],
): Promise<void> {
  const one = chance.of(conversations.filter(({ unread }) => unread[side] > 0));
  if (!one) return;
  const path = threadOf(one.orderId, one._id);
  const number = one.read[side] + 1;
  // sometimes only some of them, and sometimes more than there are
  const body = { number: number + chance.whole(0, 50) };
  await person.do('read messages', conversationSchema, `${path}/read`, { method: 'PUT', body });
  if (!chance.is(ANSWERED)) return;
  await send(person, chance, path, ANSWERS);
}
