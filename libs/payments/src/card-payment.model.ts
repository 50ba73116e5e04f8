import { Schema, Types } from 'mongoose';
import type {
  CardPaymentState,
  Cents,
  DisputeState,
  FarmShare,
  FarmTransfer,
  Id,
  PaymentAct,
  ShownCard,
} from '#libs/contracts';
import type { CardProvider } from './providers/card-provider.js';
import type { AuthorizeRequest, Intention } from './providers/requests.js';

/** A request to the provider. It is stored before it is sent, so that whoever comes later can ask what came of it. */
export interface StoredIntention {
  /** By which the provider does it once; begins with the id of the payment. */
  key: string;
  act: PaymentAct;
  /** Whom a transfer is for; null for everything else. */
  farmId: Id | null;
  request: PaymentRequest;
  since: Date;
  /** How often it was sent or asked about. */
  tries: number;
  /** What the last answer was, while it says nothing of what came of it. */
  why: string | null;
  /** What came of it, as the provider's answer says; null while that is not known. */
  outcome: string | null;
}
export type PaymentRequest = Intention['request'];

export interface StoredDispute {
  readonly reference: string;
  readonly cents: Cents;
  readonly state: DisputeState;
}

/**
 * The payment by card of one part of an order: one authorisation, and what was done with it. It begins with a checkout
 * and gets its order when that is placed. Amounts in cents.
 */
export interface CardPayment {
  _id: Types.ObjectId;
  /** Those of one checkout belong together. */
  checkoutId: Types.ObjectId;
  holdId: Types.ObjectId;
  customerId: Types.ObjectId;
  farmId: Types.ObjectId;
  /** `ended`: its checkout came to nothing. `replaced`: its part is paid by a later one. */
  stage: 'checkout' | 'order' | 'ended' | 'replaced';
  order: { _id: Types.ObjectId; code: string; partId: Id } | null;
  /** The merchant account at which it was made: no other one is asked about it. */
  provider: CardProvider['kind'];
  account: string;
  payer: string;
  card: AuthorizeRequest['card'];
  /** Whether the customer was there, and can answer a challenge. */
  present: boolean;
  shownCard: ShownCard | null;
  /** The provider's name of the card, if the customer keeps it there. */
  savedCard: string | null;
  state: CardPaymentState;
  cents: Cents;
  due: Cents | null;
  /** That of the order of which `due` is. */
  dueVersion: number;
  captured: Cents;
  refunded: Cents;
  /** When the money is to be held; null for at once. Until then the card is only saved. */
  authorizeAt: Date | null;
  /** What of it belongs to farms as of `dueVersion`, and what was transferred to them. */
  shares: readonly FarmShare[];
  transfers: readonly FarmTransfer[];
  /** What the customer's bank took back, by the provider's names of it. */
  disputes: readonly StoredDispute[];
  /** The provider's names of what it holds and took. */
  authorization: string | null;
  capture: string | null;
  expiresAt: Date | null;
  /** Of the open challenge. */
  challenge: string | null;
  /** Why it was declined. */
  code: string | null;
  /** The intention whose outcome is open; at most one, so that nothing is done twice. */
  open: StoredIntention | null;
  /** Those before it, oldest first. */
  closed: StoredIntention[];
  /** When there is something to do or to ask; null while it waits for its customer or its order. */
  nextAt: Date | null;
  /** Since when it waits for an answer that says nothing, or for an admin; null if it does not. */
  waitsSince: Date | null;
  version: number;
  createdAt: Date;
}

export const CARD_PAYMENT = 'CardPayment';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const optional = { type: String, default: null } as const;
const number = { type: Number, required: true } as const;
const mixed = { type: Schema.Types.Mixed, default: null } as const;
const date = { type: Date, default: null } as const;
export const cardPaymentSchema = new Schema<CardPayment>(
  {
    checkoutId: id,
    holdId: id,
    customerId: id,
    farmId: id,
    stage: text,
    order: { type: new Schema({ _id: id, code: text, partId: text }), default: null },
    provider: text,
    account: text,
    payer: text,
    card: { type: Schema.Types.Mixed, required: true },
    present: { type: Boolean, required: true },
    shownCard: mixed,
    savedCard: optional,
    state: text,
    cents: number,
    due: { type: Number, default: null },
    dueVersion: number,
    captured: number,
    refunded: number,
    authorizeAt: date,
    shares: { type: Schema.Types.Mixed, default: [] },
    transfers: { type: Schema.Types.Mixed, default: [] },
    disputes: { type: Schema.Types.Mixed, default: [] },
    authorization: optional,
    capture: optional,
    expiresAt: date,
    challenge: optional,
    code: optional,
    open: mixed,
    closed: { type: Schema.Types.Mixed, default: [] },
    nextAt: date,
    waitsSince: date,
    version: number,
    createdAt: { type: Date, required: true },
  },
  { collection: 'payments', versionKey: false, minimize: false },
);
// One of a farm per hold, even with concurrent requests.
cardPaymentSchema.index(
  { holdId: 1, farmId: 1 },
  { unique: true, partialFilterExpression: { stage: 'checkout' } },
);
cardPaymentSchema.index({ holdId: 1, stage: 1 });
cardPaymentSchema.index({ checkoutId: 1, _id: 1 });
cardPaymentSchema.index({ customerId: 1, stage: 1 });
cardPaymentSchema.index({ 'order._id': 1, _id: 1 });
cardPaymentSchema.index({ nextAt: 1 });
cardPaymentSchema.index({ waitsSince: 1, _id: 1 });
cardPaymentSchema.index({ authorization: 1 }, { sparse: true });
cardPaymentSchema.index(
  { 'disputes.state': 1, _id: 1 },
  { partialFilterExpression: { 'disputes.state': 'open' } },
);
// Transfers under way, and those that were made, of a farm's account.
cardPaymentSchema.index({ 'open.request.seller': 1 }, { sparse: true });
cardPaymentSchema.index({ 'transfers.seller': 1, _id: -1 }, { sparse: true });

/** A payment that is to be authorised. */
export function newCardPayment(
  of: Pick<
    CardPayment,
    | 'account'
    | 'card'
    | 'cents'
    | 'checkoutId'
    | 'customerId'
    | 'farmId'
    | 'holdId'
    | 'payer'
    | 'present'
    | 'provider'
  > &
    Partial<Pick<CardPayment, 'due' | 'dueVersion' | 'authorizeAt' | 'order' | 'shares' | 'stage'>>,
): CardPayment {
  const now = new Date();
  return {
    _id: new Types.ObjectId(),
    stage: 'checkout',
    order: null,
    due: null,
    dueVersion: 0,
    authorizeAt: null,
    shares: [],
    ...of,
    shownCard: null,
    savedCard: null,
    state: 'intended',
    captured: 0,
    refunded: 0,
    transfers: [],
    disputes: [],
    authorization: null,
    capture: null,
    expiresAt: null,
    challenge: null,
    code: null,
    open: null,
    closed: [],
    // For the sweep, if this process ends before it is sent.
    nextAt: now,
    waitsSince: null,
    version: 1,
    createdAt: now,
  };
}

/** The payer of a user at a provider's account. */
export interface CardPayer {
  /** Provider, account and user. */
  _id: string;
  reference: string;
}
export const CARD_PAYER = 'CardPayer';
export const cardPayerSchema = new Schema<CardPayer>(
  { _id: text, reference: text },
  { collection: 'cardPayers', versionKey: false },
);
