import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Id, SavedCardsDto, ShownCard } from '#libs/contracts';
import { DomainError } from '#libs/platform';
import { CARD_PAYER, type CardPayer } from './card-payment.model.js';
import { ConfiguredCards, idAt, type MerchantAccount, noAnswer } from './configured-cards.js';

/** Users as the card provider knows them, with their saved cards. The cards themselves are stored there only. */
@Injectable()
export class SavedCards {
  constructor(
    @InjectModel(CARD_PAYER) private readonly payers: Model<CardPayer>,
    private readonly cards: ConfiguredCards,
  ) {}

  /**
   * The payer of a user, made at the first time. Not inside a transaction. Throws `PAYMENT_NOT_OFFERED` and
   * `SERVICE_UNAVAILABLE`.
   */
  async payerOf(userId: Id, email: string): Promise<string> {
    const merchant = this.cards.required();
    const _id = idAt(merchant, userId);
    const known = await this.payers.findById(_id).lean<CardPayer>();
    if (known) return known.reference;
    // A failure of the provider would be repeated for the same key. One that is made twice has no card the second time.
    const key = `payer-${randomUUID()}`;
    const outcome = await merchant.provider.registerPayer({ key, userId, email });
    if (outcome.state !== 'succeeded') throw noAnswer();
    const made = { $setOnInsert: { reference: outcome.reference } };
    const stored = await this.payers
      .findOneAndUpdate({ _id }, made, { upsert: true, returnDocument: 'after' })
      .lean<CardPayer>();
    return stored.reference;
  }

  /** Empty if the user has never paid by card, or nobody takes cards. Throws `SERVICE_UNAVAILABLE`. */
  async list(userId: Id): Promise<SavedCardsDto> {
    const known = await this.known(userId);
    if (!known) return { cards: [] };
    const found = await known.merchant.provider.savedCards(known.payer);
    if (found.state !== 'known') throw noAnswer();
    return { cards: found.cards };
  }

  /** A saved card as it is shown. Throws `CARD_NOT_FOUND`, also for another user's card, and `SERVICE_UNAVAILABLE`. */
  async get(userId: Id, reference: string): Promise<ShownCard> {
    const { cards } = await this.list(userId);
    const card = cards.find((one) => one.reference === reference);
    if (!card) throw new DomainError('CARD_NOT_FOUND');
    return { brand: card.brand, last4: card.last4 };
  }

  /** Throws `CARD_NOT_FOUND`, also for another user's card, and `SERVICE_UNAVAILABLE`. */
  async forget(userId: Id, card: string): Promise<void> {
    const known = await this.known(userId);
    if (!known) throw new DomainError('CARD_NOT_FOUND');
    const { state } = await known.merchant.provider.forgetCard({ payer: known.payer, card });
    if (state === 'declined') throw new DomainError('CARD_NOT_FOUND');
    if (state !== 'succeeded') throw noAnswer();
  }

  /** The provider forgets this user and their cards; again is no error. Throws `SERVICE_UNAVAILABLE`. */
  async forgetPayer(userId: Id): Promise<void> {
    const known = await this.known(userId);
    if (!known) return;
    const { state } = await known.merchant.provider.forgetPayer(known.payer);
    if (state === 'unknown') throw noAnswer();
    await this.payers.deleteOne({ _id: idAt(known.merchant, userId) });
  }

  private async known(userId: Id): Promise<{ merchant: MerchantAccount; payer: string } | null> {
    const merchant = this.cards.current;
    const payer =
      merchant && (await this.payers.findById(idAt(merchant, userId)).lean<CardPayer>());
    return merchant && payer ? { merchant, payer: payer.reference } : null;
  }
}
