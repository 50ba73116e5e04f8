import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type Cents, grouped, type Id, move, nextCardAct } from '#libs/contracts';
import { Transactions } from '#libs/platform';
import { CARD_PAYMENT, type CardPayment, newCardPayment } from './card-payment.model.js';
import { afterAnswer, withIntention } from './card-requests.js';
import { ConfiguredCards, type MerchantAccount, madeAt } from './configured-cards.js';
import type { NewJournal } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { intentionSchema } from './providers/requests.js';
import { SavedCards } from './saved-cards.service.js';

/** A part of a seeded order that a card pays. */
export interface PastCardPart {
  readonly order: NonNullable<CardPayment['order']>;
  readonly customerId: Types.ObjectId;
  readonly farmId: Types.ObjectId;
  /** What the card held. */
  readonly cents: Cents;
  /** What is owed now; null while that is open. */
  readonly due: Cents | null;
  /** That of the order. */
  readonly version: number;
  readonly placedAt: Date;
  /** When it was handed over or ended. */
  readonly changedAt: Date;
}

/** Pays seeded orders at the built-in processor, by the same steps as people's orders. */
@Injectable()
export class CardsImport {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly cards: ConfiguredCards,
    private readonly saved: SavedCards,
    private readonly ledger: LedgerService,
    private readonly transactions: Transactions,
  ) {}

  /** Whether orders by card can be seeded: only test cards can be charged for nothing. */
  get isOffered(): boolean {
    return this.cards.testCards !== null;
  }

  /**
   * Pays the parts of all customers, each with a card that they save with their first order. The books of the orders
   * have to be open. A second run does nothing.
   */
  async add(parts: readonly PastCardPart[], emails: ReadonlyMap<Id, string>): Promise<void> {
    const merchant = this.cards.current;
    if (!this.isOffered || !merchant || (await this.payments.exists({}))) return;
    const ofCustomers = grouped(parts, ({ customerId }) => customerId.toString());
    const paid = await Promise.all(
      [...ofCustomers].map(async ([customerId, own]) => {
        const payer = await this.saved.payerOf(customerId, emails.get(customerId) ?? '');
        return payAll(merchant, payer, own);
      }),
    );
    const all = paid.flat();
    await this.transactions.run(async (session) => {
      await this.payments.insertMany(
        all.map(({ payment }) => payment),
        { lean: true, session },
      );
      const journals = all
        .flatMap(({ journal }) => journal ?? [])
        .sort((one, other) => one.at.getTime() - other.at.getTime());
      await this.ledger.book(session, journals, { isPublished: false });
    });
  }
}

interface Paid {
  readonly payment: CardPayment;
  /** Null if nothing was taken. */
  readonly journal: NewJournal | null;
}

async function payAll(
  merchant: MerchantAccount,
  payer: string,
  parts: readonly PastCardPart[],
): Promise<Paid[]> {
  const all: Paid[] = [];
  let card: CardPayment['card'] = { kind: 'new', token: 'success', save: true };
  for (const part of parts) {
    const paid = await pay(merchant, { payer, card, part });
    const { savedCard } = paid.payment;
    if (savedCard) card = { kind: 'saved', reference: savedCard };
    all.push(paid);
  }
  return all;
}

async function pay(
  merchant: MerchantAccount,
  { payer, card, part }: Pick<CardPayment, 'payer' | 'card'> & { part: PastCardPart },
): Promise<Paid> {
  const { order, customerId, farmId, cents, due, version, placedAt } = part;
  const begun: CardPayment = {
    ...newCardPayment({
      ...madeAt(merchant),
      checkoutId: new Types.ObjectId(),
      holdId: new Types.ObjectId(),
      stage: 'order',
      order,
      customerId,
      farmId,
      payer,
      card,
      present: true,
      cents,
      dueVersion: version,
    }),
    createdAt: placedAt,
  };
  // it was held before anything was owed
  const held = await advanced(merchant, begun, part.changedAt);
  const payment = await advanced(merchant, { ...held, due }, part.changedAt);
  const nextAt = payment.state === 'authorised' ? payment.expiresAt : null;
  return { payment: { ...payment, nextAt }, journal: journalOf(payment, part.changedAt) };
}

/** The payment after all that was next with it. */
async function advanced(
  { provider }: MerchantAccount,
  begun: CardPayment,
  since: Date,
): Promise<CardPayment> {
  let payment = begun;
  for (;;) {
    const intention = withIntention(payment, nextCardAct(payment));
    if (!intention) return payment;
    const open = { ...intention, since };
    const { act, request } = open;
    const outcome = await provider.send(intentionSchema.parse({ act, request, since }));
    if (outcome.state !== 'succeeded')
      throw new Error(`a seeded payment could not be made: ${outcome.state}`);
    payment = afterAnswer({ ...payment, open }, open, outcome);
  }
}

function journalOf({ captured, closed, order }: CardPayment, at: Date): NewJournal | null {
  const key = closed.find(({ act }) => act === 'capture')?.key;
  if (!key || !order) return null;
  return {
    at,
    order: { ...order },
    cause: { id: key, kind: 'captured' },
    lines: move(captured, 'market:bank', 'market:cards'),
  };
}
