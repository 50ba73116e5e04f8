import {
  type Conversation,
  type ConversationSide,
  conversationSchema,
  conversationsSchema,
  decideMessageReportSchema,
  type Message,
  type MessageReport,
  messageReportSchema,
  messageReportsPageSchema,
  messageSchema,
  messagesPageSchema,
  type OrderDto,
  type OrderPart,
  otherSide,
  readMessagesSchema,
  reportMessageSchema,
  sendMessageSchema,
  type UserDto,
} from '#libs/contracts';
import { type Handler, ok, problem } from './fake-response';

/** The part of the fake server that these routes need. */
interface FakeServer {
  readonly user: UserDto | null;
  readonly orders: readonly OrderDto[];
  conversations: Conversation[];
  messages: Message[];
  messageReports: MessageReport[];
  on(route: string, handler: Handler): void;
}

/** A message about a part of an order, the first by default. */
export function makeMessage(
  order: OrderDto,
  patch: Partial<Message> = {},
  part: OrderPart | undefined = order.parts[0],
): Message {
  if (!part) throw new Error('an order without parts');
  const number = patch.number ?? 1;
  return {
    _id: `${part._id.slice(0, -6)}e${number.toString(16).padStart(5, '0')}`,
    orderId: order._id,
    partId: part._id,
    number,
    from: 'farm',
    author: 'Frances',
    text: 'Is five o’clock right?',
    pictures: [],
    sentAt: new Date().toISOString(),
    removedAt: null,
    reported: false,
    version: 1,
    ...patch,
  };
}

/** The conversation of these messages, of which both sides have read those up to a number. */
export function conversationOf(
  order: OrderDto,
  messages: readonly Message[],
  read: Partial<Conversation['read']> = {},
  version = messages.length,
): Conversation {
  const [first] = messages;
  const part = order.parts.find(({ _id }) => _id === first?.partId);
  if (!part || !first) throw new Error('a conversation without messages');
  const upTo = { customer: 0, farm: 0, ...read };
  const unreadBy = (side: ConversationSide) =>
    messages.filter(({ from, number }) => from !== side && number > upTo[side]).length;
  return {
    ...{ _id: part._id, orderId: order._id, code: order.code },
    ...{ farmId: part.farmId, farmName: part.farmName, customer: order.customer },
    unread: { customer: unreadBy('customer'), farm: unreadBy('farm') },
    read: upTo,
    lastMessageAt: messages.at(-1)?.sentAt ?? first.sentAt,
    version,
  };
}

/** A report of a message by the other side. */
export function makeMessageReport(
  order: OrderDto,
  message: Message,
  patch: Partial<MessageReport> = {},
): MessageReport {
  const { code, farmId, farmName, customer } = conversationOf(order, [message]);
  const side = otherSide(message.from);
  return {
    ...{ _id: message._id, message: { ...message, reported: true } },
    ...{ code, farmId, farmName, customer },
    by: { side, name: side === 'customer' ? customer.name : 'Frances' },
    reason: 'An advertisement',
    reportedAt: new Date().toISOString(),
    status: 'open',
    decision: null,
    version: 1,
    ...patch,
  };
}

export function addConversationRoutes(server: FakeServer): void {
  const side = (): ConversationSide => (server.user?.role === 'customer' ? 'customer' : 'farm');
  const thread = 'orders/:id/parts/:partId/messages';
  const ofPart = (partId: string | undefined) =>
    server.messages.filter((message) => message.partId === partId);
  const store = (conversation: Conversation) => {
    const others = server.conversations.filter(({ _id }) => _id !== conversation._id);
    server.conversations = [...others, conversation];
    return conversation;
  };
  server.on('GET /api/v1/orders/:id/conversations', ({ params }) =>
    ok(conversationsSchema, {
      conversations: server.conversations.filter(({ orderId }) => orderId === params.id),
    }),
  );
  server.on('GET /api/v1/conversations/unread', () =>
    ok(conversationsSchema, {
      conversations: server.conversations.filter(({ unread }) => unread[side()] > 0),
    }),
  );
  server.on(`GET /api/v1/${thread}`, ({ params }) => {
    const messages = ofPart(params.partId).toReversed();
    return ok(messagesPageSchema, { messages, nextCursor: null, total: messages.length });
  });
  server.on(`POST /api/v1/${thread}`, ({ params, body, headers }) => {
    if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    const { text, pictures } = sendMessageSchema.parse(body);
    const order = server.orders.find(({ _id }) => _id === params.id);
    const part = order?.parts.find(({ _id }) => _id === params.partId);
    if (!order || !part) return problem('ORDER_NOT_FOUND', 404);
    const before = ofPart(part._id);
    const sent = makeMessage(
      order,
      {
        ...{ number: before.length + 1, from: side(), author: server.user?.name ?? '', text },
        pictures: pictures.map((url) => ({ url })),
      },
      part,
    );
    server.messages = [...server.messages, sent];
    const known = server.conversations.find(({ _id }) => _id === part._id);
    store(conversationOf(order, [...before, sent], known?.read, (known?.version ?? 0) + 1));
    return ok(messageSchema, sent, 201);
  });
  server.on(`PUT /api/v1/${thread}/read`, ({ params, body }) => {
    const { number } = readMessagesSchema.parse(body);
    const order = server.orders.find(({ _id }) => _id === params.id);
    const known = server.conversations.find(({ _id }) => _id === params.partId);
    if (!order || !known) return problem('CONVERSATION_NOT_FOUND', 404);
    const read = { ...known.read, [side()]: number };
    return ok(
      conversationSchema,
      store(conversationOf(order, ofPart(params.partId), read, known.version + 1)),
    );
  });
  server.on(`POST /api/v1/${thread}/:messageId/report`, ({ params, body }) => {
    const { reason } = reportMessageSchema.parse(body);
    const order = server.orders.find(({ _id }) => _id === params.id);
    const message = server.messages.find(({ _id }) => _id === params.messageId);
    if (!order || !message) return problem('MESSAGE_NOT_FOUND', 404);
    const made = makeMessageReport(order, message, { reason });
    server.messageReports.unshift(made);
    return ok(messageReportSchema, made);
  });
  server.on('GET /api/v1/message-reports', ({ query }) => {
    const isOpen = query.get('status') === 'open';
    const reports = server.messageReports.filter(({ status }) => (status === 'open') === isOpen);
    const open = server.messageReports.filter(({ status }) => status === 'open').length;
    const page = { reports, nextCursor: null, total: reports.length, open };
    return ok(messageReportsPageSchema, page);
  });
  server.on('PATCH /api/v1/message-reports/:id', ({ params, body }) => {
    const { version, remove, reason } = decideMessageReportSchema.parse(body);
    const stored = server.messageReports.find(({ _id }) => _id === params.id);
    if (!stored) return problem('MESSAGE_NOT_FOUND', 404);
    if (stored.version !== version) return problem('VERSION_CONFLICT', 409);
    const decided: MessageReport = {
      ...stored,
      status: remove ? 'removed' : 'kept',
      decision: { reason, by: server.user?.name ?? '', at: new Date().toISOString() },
      version: version + 1,
    };
    server.messageReports = server.messageReports.map((one) => (one === stored ? decided : one));
    return ok(messageReportSchema, decided);
  });
}
