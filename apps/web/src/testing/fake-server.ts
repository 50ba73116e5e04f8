import {
  accountSchema,
  accountSessionsSchema,
  authMeSchema,
  type CardPaymentDto,
  type CartDto,
  type Conversation,
  cartDtoSchema,
  demoSessionSchema,
  demoSignInSchema,
  type FarmDto,
  type Favourites,
  farmDtoSchema,
  farmsPageSchema,
  type HoldDto,
  initializeUserSchema,
  type MergedLine,
  type Message,
  type MessageReport,
  mergeCartSchema,
  mergedCartSchema,
  type OrderDto,
  type OrderProblem,
  type OwnReviewDto,
  orderDtoSchema,
  ordersPageSchema,
  type ProductDto,
  type PublicSettings,
  type PushDto,
  placeOrderSchema,
  publicSettingsSchema,
  type ReceiptDto,
  type Role,
  setCartItemSchema,
  type UserDto,
  userDtoSchema,
} from '#libs/contracts';
import { addCardRoutes, FakeCards } from './fake-cards';
import { addChangeRoutes } from './fake-changes';
import { addCheckoutRoutes } from './fake-checkout';
import { addConversationRoutes } from './fake-conversations';
import { addCreditRoutes, FakeCredit } from './fake-credit';
import { addDayRoutes, type FakeDays, makeDays } from './fake-days';
import { addFavouriteRoutes } from './fake-favourites';
import { addHandOverRoutes } from './fake-hand-overs';
import { addMemberRoutes, type FakeMembers, makeMembers } from './fake-members';
import { addMoneyRoutes, FakeMoney } from './fake-money';
import { addPaymentRoutes } from './fake-payments';
import { addProblemRoutes } from './fake-problems';
import { addPushRoutes, noPush } from './fake-push';
import { type FakeCall, type FakeResponse, type Handler, ok, problem } from './fake-response';
import { addReviewRoutes } from './fake-reviews';
import { addProductRoutes } from './fake-shop';
import { addStallRoutes, type FakeStall, makeStall } from './fake-stall';
import { addWorkRoutes, type FakeWork, makeWork } from './fake-work';
import { makeCart, makeCartItem, makeFarms, makeProducts, makeToken, makeUser } from './fixtures';
import { makeOrder } from './order-fixtures';

export { ok, problem };

/** An in-memory API, for route tests and for `vite --mode fake`. */
export class FakeServer {
  readonly farms: FarmDto[] = makeFarms();
  readonly products: ProductDto[] = makeProducts(this.farms);
  readonly orders: OrderDto[] = [];
  /** Of all orders by card. */
  readonly orderPayments: CardPaymentDto[] = [];
  reviews: OwnReviewDto[] = [];
  receipts: ReceiptDto[] = [];
  /** Every call so far, as `GET /api/v1/products`. */
  readonly calls: string[] = [];
  settings: PublicSettings = {
    timeZone: 'America/New_York',
    freeDeliveryOver: 30,
    deliveryFee: 4.99,
    feeRate: 800,
    units: [{ unit: 'lb', per: 'lb', size: 1 }],
    orderLimits: { lines: 100, noteLength: 280 },
    paymentMethods: ['pay_on_handover'],
    cards: null,
    identity: { provider: 'builtin' },
    demo: true,
    caughtMail: false,
    serviceWorker: false,
    push: null,
  };
  readonly members: FakeMembers = makeMembers(this);
  readonly work: FakeWork = makeWork();
  readonly stall: FakeStall = makeStall(this.products);
  readonly days: FakeDays = makeDays();
  readonly money = new FakeMoney();
  problems: OrderProblem[] = [];
  push: PushDto = noPush();
  conversations: Conversation[] = [];
  messages: Message[] = [];
  messageReports: MessageReport[] = [];
  readonly cards = new FakeCards();
  readonly credit = new FakeCredit();
  cart: CartDto = makeCart([], 0);
  favourites: Favourites = { products: [], farms: [], version: 0 };
  /** The lines that the next cart merge reports as changed. */
  merged: MergedLine[] = [];
  /** The stock hold of the current checkout. */
  hold: HoldDto | null = null;
  /** The user of every token. */
  user: UserDto | null = null;
  /** The password that sign-in accepts. */
  password = 'correct horse';
  private writesAnswered = Promise.resolve();
  private readonly routes: {
    method: string;
    pattern: RegExp;
    names: string[];
    handler: Handler;
  }[] = [];

  constructor() {
    this.addShopRoutes();
    this.addAccountRoutes();
    this.addCartRoutes();
    addMemberRoutes(this);
    addWorkRoutes(this);
    addCheckoutRoutes(this);
    addChangeRoutes(this);
    addFavouriteRoutes(this);
    addStallRoutes(this);
    addDayRoutes(this);
    addMoneyRoutes(this);
    addPaymentRoutes(this);
    addProblemRoutes(this);
    addPushRoutes(this);
    addConversationRoutes(this);
    addHandOverRoutes(this);
    addCardRoutes(this);
    addCreditRoutes(this);
  }

  /** Adds a route; the latest handler of a route wins, so that a test can make one fail. */
  on(route: string, handler: Handler): void {
    const [method = 'GET', path = '/'] = route.split(' ');
    const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`);
    this.routes.unshift({ method, pattern, names, handler });
  }

  /** Signs a user with this role in. */
  signInAs(role: Role, patch: Partial<UserDto> = {}): UserDto {
    this.user = makeUser(role, patch);
    localStorage.setItem('token', makeToken(this.user._id, this.user.email));
    return this.user;
  }

  /** Orders can be paid by card, too. */
  takeCards(cards: PublicSettings['cards'] = { provider: 'test-cards' }): void {
    this.settings = { ...this.settings, paymentMethods: ['pay_on_handover', 'card'], cards };
  }

  handle(call: Omit<FakeCall, 'params'>): FakeResponse | Promise<FakeResponse> {
    this.calls.push(`${call.method} ${call.path}`);
    for (const { method, pattern, names, handler } of this.routes) {
      const match = method === call.method ? pattern.exec(call.path) : null;
      if (match === null) continue;
      const params = Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']));
      return handler({ ...call, params });
    }
    return problem('ROUTE_NOT_FOUND', 404, {
      message: `no fake route ${call.method} ${call.path}`,
    });
  }

  /** Delays the answers to writes until the returned function is called. */
  holdWrites(): () => void {
    let release = () => {};
    this.writesAnswered = new Promise((resolve) => (release = resolve));
    return release;
  }

  /** A fake `fetch`. */
  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const text = typeof init?.body === 'string' ? init.body : null;
    const response = await this.handle({
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: text === null ? undefined : JSON.parse(text),
      headers: new Headers(init?.headers),
    });
    if (init?.method !== undefined && init.method !== 'GET') await this.writesAnswered;
    return {
      ok: response.status < 400,
      status: response.status,
      statusText: String(response.status),
      headers: new Headers(),
      json: async () => JSON.parse(JSON.stringify(response.body ?? null)),
      blob: async () => new Blob([JSON.stringify(response.body)]),
    } as Response;
  };

  private addShopRoutes(): void {
    this.on('GET /api/v1/settings/public', () => ok(publicSettingsSchema, this.settings));
    this.on('GET /api/v1/farms', ({ query }) => {
      const ids = query.get('ids')?.split(',');
      const q = query.get('q')?.toLowerCase() ?? '';
      const farms = this.farms.filter(
        ({ _id, name }) => (ids?.includes(_id) ?? true) && name.toLowerCase().includes(q),
      );
      return ok(farmsPageSchema, { farms, nextCursor: null, total: farms.length });
    });
    this.on('GET /api/v1/farms/:slug', ({ params }) => {
      const farm = this.farms.find((one) => one.slug === params.slug);
      return farm ? ok(farmDtoSchema, farm) : problem('FARM_NOT_FOUND', 404);
    });
    addProductRoutes(this);
    addReviewRoutes(this);
  }

  private addAccountRoutes(): void {
    const session = (role: Role) => {
      this.user = makeUser(role);
      return { token: makeToken(this.user._id, this.user.email), user: this.user };
    };
    this.on('POST /api/v1/demo/sign-in', ({ body }) => {
      const { role } = demoSignInSchema.parse(body);
      if (role !== 'packer' && role !== 'driver') return ok(demoSessionSchema, session(role));
      const answer = session('customer');
      const farmId = this.farms[0]?._id ?? '';
      const user = { ...answer.user, farmId, memberships: [{ farmId, role }] };
      this.user = user;
      return ok(demoSessionSchema, { ...answer, user });
    });
    this.on('POST /api/auth/sign-in/email', ({ body }) => {
      const { email, password } = body as { email: string; password: string };
      if (password !== this.password) {
        return problem('SIGN_IN_FAILED', 401);
      }
      this.user ??= makeUser('customer', { email });
      return { status: 200, body: { user: {} } };
    });
    this.on('POST /api/auth/sign-up/email', () => ({ status: 200, body: { user: {} } }));
    this.on('POST /api/auth/sign-out', () => ({ status: 200, body: { success: true } }));
    this.on('GET /api/auth/token', () => {
      const user = this.user ?? makeUser('customer');
      return { status: 200, body: { token: makeToken(user._id, user.email) } };
    });
    this.on('GET /api/auth/account', () =>
      ok(accountSchema, { emailVerified: true, secondFactor: false }),
    );
    this.on('GET /api/auth/sessions', () => ok(accountSessionsSchema, { sessions: [], total: 0 }));
    this.on('POST /api/v1/users/initialize', ({ body }) => {
      const request = initializeUserSchema.parse(body);
      const role = request.role === 'farmer' ? 'farmer' : 'customer';
      this.user ??= makeUser(role, { email: request.email });
      return ok(userDtoSchema, this.user);
    });
    this.on('GET /api/v1/users/me', ({ headers }) => {
      if (!headers.has('Authorization')) return problem('UNAUTHENTICATED', 401);
      // the dev server restarts when a source changes, but the browser keeps its token
      return ok(userDtoSchema, this.user ?? session('customer').user);
    });
    this.on('GET /api/v1/auth/me', () =>
      ok(authMeSchema, { authenticated: true, user: this.user ?? session('customer').user }),
    );
    this.on('POST /api/v1/realtime/ticket', () => problem('SERVICE_UNAVAILABLE', 503));
  }

  private addCartRoutes(): void {
    const set = (productId: string, quantity: number): FakeResponse | null => {
      const product = this.products.find((one) => one._id === productId);
      if (product === undefined) return problem('PRODUCT_NOT_FOUND', 404);
      if (quantity > product.available) {
        return problem('PRODUCT_OUT_OF_STOCK', 409, {
          message: `Only ${product.available} ${product.unit} of ${product.name} left`,
          details: { productId, name: product.name, available: product.available },
        });
      }
      const others = this.cart.items.filter((item) => item.productId !== productId);
      const line = quantity > 0 ? [makeCartItem(product, quantity)] : [];
      this.cart = makeCart([...others, ...line], this.cart.version + 1);
      return null;
    };
    this.on('GET /api/v1/cart', () => ok(cartDtoSchema, this.cart));
    this.on('PUT /api/v1/cart/items/:id', ({ params, body }) => {
      const { quantity } = setCartItemSchema.parse(body);
      return set(params.id ?? '', quantity) ?? ok(cartDtoSchema, this.cart);
    });
    this.on('DELETE /api/v1/cart', () => {
      this.cart = makeCart([], this.cart.version + 1);
      return ok(cartDtoSchema, this.cart);
    });
    this.on('POST /api/v1/cart/merge', ({ body }) => {
      for (const { productId, quantity } of mergeCartSchema.parse(body).items) {
        const had = this.cart.items.find((item) => item.productId === productId)?.quantity ?? 0;
        set(productId, had + quantity);
      }
      return ok(mergedCartSchema, { ...this.cart, merged: this.merged });
    });
    this.on('POST /api/v1/orders', ({ body, headers }) => {
      if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
      const order = makeOrder(this, placeOrderSchema.parse(body));
      this.orders.unshift(order);
      this.cart = makeCart([], this.cart.version + 1);
      return ok(orderDtoSchema, order, 201);
    });
    this.on('GET /api/v1/orders', ({ query }) => {
      const status = query.get('status');
      const orders = this.orders.filter((one) => status === null || one.status === status);
      return ok(ordersPageSchema, { orders, nextCursor: null, total: orders.length });
    });
    this.on('GET /api/v1/orders/:id', ({ params }) => {
      const order = this.orders.find((one) => one._id === params.id);
      return order ? ok(orderDtoSchema, order) : problem('ORDER_NOT_FOUND', 404);
    });
  }
}
