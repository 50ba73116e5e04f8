import {
  type AddressBook,
  type AuditEntryDto,
  addAddressSchema,
  addressBookSchema,
  auditPageSchema,
  type ContactMessageDto,
  changeContactStatusSchema,
  contactMessageSchema,
  contactMessagesPageSchema,
  contactMessagesQuerySchema,
  decideFarmSchema,
  type FarmDto,
  farmApplicationsPageSchema,
  farmApplicationsQuerySchema,
  inboxCountSchema,
  inboxPageSchema,
  type NotificationDto,
  newFeedSchema,
  type OwnFarmDto,
  type OwnFeed,
  ownFarmDtoSchema,
  ownFeedSchema,
  readInboxSchema,
  updateAddressSchema,
  updateFarmSchema,
} from '#libs/contracts';
import { type Handler, ok, problem } from './fake-response';
import { fakeId } from './fixtures';

/** State of the routes for members and admins: inbox, addresses, own farm, applications, messages, audit log. */
export interface FakeMembers {
  inbox: { notifications: NotificationDto[]; version: number };
  addressBook: AddressBook;
  feed: OwnFeed['feed'];
  ownFarm: OwnFarmDto;
  applications: OwnFarmDto[];
  messages: ContactMessageDto[];
  audit: AuditEntryDto[];
}

/** The part of the fake server that these routes need. */
interface FakeServer {
  readonly farms: readonly FarmDto[];
  readonly members: FakeMembers;
  on(route: string, handler: Handler): void;
}

export function makeMembers(server: Pick<FakeServer, 'farms'>): FakeMembers {
  const [farm] = server.farms;
  if (farm === undefined) throw new Error('there are farms');
  const own: OwnFarmDto = {
    ...farm,
    ownerId: fakeId('user', 2),
    appliedAt: '2026-01-06T08:00:00.000Z',
    decisionReason: null,
  };
  return {
    inbox: { notifications: [], version: 0 },
    addressBook: { addresses: [], version: 0 },
    feed: null,
    ownFarm: own,
    applications: [],
    messages: [],
    audit: [],
  };
}

export function addMemberRoutes(server: FakeServer): void {
  addInboxRoutes(server);
  addAddressRoutes(server);
  addFeedRoutes(server);
  addFarmRoutes(server);
  addAdminRoutes(server);
}

function addInboxRoutes(server: FakeServer): void {
  const { inbox } = server.members;
  const count = () => ({
    total: inbox.notifications.length,
    unread: inbox.notifications.filter(({ readAt }) => readAt === null).length,
    version: inbox.version,
  });
  server.on('GET /api/v1/inbox', () => {
    const { notifications } = inbox;
    return ok(inboxPageSchema, { notifications, nextCursor: null, ...count() });
  });
  server.on('POST /api/v1/inbox/read', ({ body }) => {
    const request = readInboxSchema.parse(body);
    for (const entry of inbox.notifications) {
      if ('ids' in request && !request.ids.includes(entry._id)) continue;
      entry.readAt ??= new Date().toISOString();
    }
    inbox.version += 1;
    return ok(inboxCountSchema, count());
  });
}

function addFeedRoutes(server: FakeServer): void {
  const { members } = server;
  const own = () => ok(ownFeedSchema, { feed: members.feed });
  server.on('GET /api/v1/feeds/mine', own);
  server.on('POST /api/v1/feeds', () => {
    const createdAt = new Date().toISOString();
    members.feed = { createdAt };
    const address = `https://shop.example/api/v1/feeds/${'t'.repeat(43)}.ics`;
    return ok(newFeedSchema, { address, createdAt }, 201);
  });
  server.on('DELETE /api/v1/feeds/mine', () => {
    members.feed = null;
    return own();
  });
}

function addAddressRoutes(server: FakeServer): void {
  const book = server.members.addressBook;
  const path = '/api/v1/users/me/addresses';
  const changed = (defaultId: string | null) => {
    const known = book.addresses.some(({ _id }) => _id === defaultId);
    const chosen = known ? defaultId : book.addresses[0]?._id;
    for (const one of book.addresses) one.isDefault = one._id === chosen;
    book.version += 1;
    return ok(addressBookSchema, deepCopy(book));
  };
  const defaultId = () => book.addresses.find(({ isDefault }) => isDefault)?._id ?? null;
  server.on(`GET ${path}`, () => ok(addressBookSchema, deepCopy(book)));
  server.on(`POST ${path}`, ({ body }) => {
    const { isDefault, ...address } = addAddressSchema.parse(body);
    const _id = fakeId('part', 100 + book.version);
    book.addresses.push({ ...address, _id, isDefault: false });
    return changed(isDefault ? _id : defaultId());
  });
  server.on(`PATCH ${path}/:id`, ({ body, params }) => {
    const { version, isDefault, ...change } = updateAddressSchema.parse(body);
    const address = book.addresses.find(({ _id }) => _id === params.id);
    if (address === undefined) return problem('ADDRESS_NOT_FOUND', 404);
    if (version !== book.version) return problem('VERSION_CONFLICT', 409);
    Object.assign(address, change);
    return changed(isDefault ? address._id : defaultId());
  });
  server.on(`DELETE ${path}/:id`, ({ params }) => {
    const at = book.addresses.findIndex(({ _id }) => _id === params.id);
    if (at < 0) return problem('ADDRESS_NOT_FOUND', 404);
    book.addresses.splice(at, 1);
    return changed(defaultId());
  });
}

function addFarmRoutes(server: FakeServer): void {
  const { members } = server;
  server.on('GET /api/v1/farms/mine', () => ok(ownFarmDtoSchema, members.ownFarm));
  server.on('PATCH /api/v1/farms/mine', ({ body }) => {
    const { version, ...change } = updateFarmSchema.parse(body);
    if (version !== members.ownFarm.version) return problem('VERSION_CONFLICT', 409);
    members.ownFarm = { ...members.ownFarm, ...change, version: version + 1 } as OwnFarmDto;
    return ok(ownFarmDtoSchema, members.ownFarm);
  });
  server.on('POST /api/v1/farms/mine/application', () => {
    const appliedAt = new Date().toISOString();
    const version = members.ownFarm.version + 1;
    const pending = { status: 'pending' as const, appliedAt, decisionReason: null, version };
    members.ownFarm = { ...members.ownFarm, ...pending };
    return ok(ownFarmDtoSchema, members.ownFarm);
  });
}

function addAdminRoutes(server: FakeServer): void {
  const { members } = server;
  server.on('GET /api/v1/farm-applications', ({ query }) => {
    const { status } = farmApplicationsQuerySchema.parse(Object.fromEntries(query));
    const applications = members.applications.filter((farm) => farm.status === status);
    const total = applications.length;
    return ok(farmApplicationsPageSchema, { applications, nextCursor: null, total });
  });
  server.on('PATCH /api/v1/farms/:id/decision', ({ body, params }) => {
    const { decision, reason = null, version } = decideFarmSchema.parse(body);
    const farm = members.applications.find(({ _id }) => _id === params.id);
    if (farm === undefined) return problem('FARM_NOT_FOUND', 404);
    if (version !== farm.version) {
      const both = { current: { status: farm.status }, wanted: { status: decision } };
      const details = { version: farm.version, ...both };
      return problem('VERSION_CONFLICT', 409, { details });
    }
    Object.assign(farm, { status: decision, decisionReason: reason, version: version + 1 });
    return ok(ownFarmDtoSchema, deepCopy(farm));
  });
  server.on('GET /api/v1/contact-messages', ({ query }) => {
    const { status } = contactMessagesQuerySchema.parse(Object.fromEntries(query));
    const messages = members.messages.filter((one) => (status ?? one.status) === one.status);
    const total = messages.length;
    return ok(contactMessagesPageSchema, { messages, nextCursor: null, total });
  });
  server.on('PATCH /api/v1/contact-messages/:id', ({ body, params }) => {
    const { status, version } = changeContactStatusSchema.parse(body);
    const message = members.messages.find(({ _id }) => _id === params.id);
    if (message === undefined) return problem('CONTACT_MESSAGE_NOT_FOUND', 404);
    if (version !== message.version) return problem('VERSION_CONFLICT', 409);
    Object.assign(message, { status, version: version + 1 });
    return ok(contactMessageSchema, deepCopy(message));
  });
  server.on('GET /api/v1/audit-log', ({ query }) => {
    const action = query.get('action');
    const entries = members.audit.filter((one) => action === null || one.action === action);
    return ok(auditPageSchema, { entries, nextCursor: null, total: entries.length });
  });
}

/** A deep copy, so that a response does not change later; jsdom has no structuredClone. */
function deepCopy<Thing>(thing: Thing): Thing {
  return JSON.parse(JSON.stringify(thing));
}
