import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { FarmsModule } from '#libs/farms';
import { UsersModule } from '#libs/users';
import { CardDesk } from './card-desk.service.js';
import { CardIntentions } from './card-intentions.service.js';
import {
  CARD_PAYER,
  CARD_PAYMENT,
  cardPayerSchema,
  cardPaymentSchema,
} from './card-payment.model.js';
import { CardPaymentStore } from './card-payment-store.js';
import { CardPayments } from './card-payments.service.js';
import { CardQueue } from './card-queue.js';
import { CardRenewals } from './card-renewals.service.js';
import { CardWebhooks } from './card-webhooks.service.js';
import {
  CardsController,
  CardWebhooksController,
  TestCardsController,
} from './cards.controller.js';
import { CardsImport } from './cards-import.js';
import { ConfiguredCards } from './configured-cards.js';
import { CORRECTION, correctionSchema } from './correction.model.js';
import { CorrectionsService } from './corrections.service.js';
import { CreditController } from './credit.controller.js';
import { Disputes } from './disputes.service.js';
import { FailedRefunds } from './failed-refunds.service.js';
import {
  BALANCE,
  balanceSchema,
  JOURNAL,
  journalSchema,
  LEDGER_MONTH,
  ledgerMonthSchema,
} from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { LEDGER_CHECK, ledgerCheckSchema } from './ledger-check.model.js';
import { LedgerCheckService } from './ledger-check.service.js';
import { MarketFees } from './market-fees.service.js';
import { MoneyDeskController } from './money-desk.controller.js';
import { MoneyDeskService } from './money-desk.service.js';
import { MonthsService } from './months.service.js';
import { LedgerOpening } from './opening.service.js';
import { OrderBooks } from './order-books.service.js';
import { PaymentErasure } from './payment-erasure.js';
import { PaymentRecords } from './payment-records.js';
import { PaymentsProcessor } from './payments.processor.js';
import { PayoutsController, TestSellersController } from './payouts.controller.js';
import { SavedCards } from './saved-cards.service.js';
import { SELLER, sellerSchema } from './seller.model.js';
import { Sellers } from './sellers.service.js';
import { StatementsController } from './statements.controller.js';
import { StatementsService } from './statements.service.js';
import {
  CREDIT_ENTRY,
  creditEntrySchema,
  STORE_CREDIT,
  storeCreditSchema,
} from './store-credit.model.js';
import { StoreCredits } from './store-credit.service.js';
import { TEST_CARD_RECORD, TestCardRecords, testCardRecordSchema } from './test-card-records.js';
import { Transfers } from './transfers.service.js';

@Module({
  imports: [
    AuditModule,
    FarmsModule,
    MongooseModule.forFeature([
      { name: JOURNAL, schema: journalSchema },
      { name: LEDGER_MONTH, schema: ledgerMonthSchema },
      { name: BALANCE, schema: balanceSchema },
      { name: LEDGER_CHECK, schema: ledgerCheckSchema },
      { name: CARD_PAYMENT, schema: cardPaymentSchema },
      { name: CARD_PAYER, schema: cardPayerSchema },
      { name: STORE_CREDIT, schema: storeCreditSchema },
      { name: CREDIT_ENTRY, schema: creditEntrySchema },
      { name: CORRECTION, schema: correctionSchema },
      { name: SELLER, schema: sellerSchema },
      { name: TEST_CARD_RECORD, schema: testCardRecordSchema },
    ]),
  ],
  providers: [
    CardIntentions,
    CardPaymentStore,
    CardPayments,
    CardQueue,
    CardRenewals,
    CardWebhooks,
    CardsImport,
    ConfiguredCards,
    Disputes,
    FailedRefunds,
    LedgerCheckService,
    LedgerService,
    MarketFees,
    MonthsService,
    OrderBooks,
    PaymentErasure,
    SavedCards,
    StoreCredits,
    Sellers,
    TestCardRecords,
    Transfers,
  ],
  exports: [
    CardIntentions,
    CardPaymentStore,
    CardPayments,
    CardRenewals,
    CardWebhooks,
    CardsImport,
    ConfiguredCards,
    Disputes,
    LedgerCheckService,
    LedgerService,
    MarketFees,
    MonthsService,
    MongooseModule,
    OrderBooks,
    SavedCards,
    StoreCredits,
    Sellers,
  ],
})
export class PaymentsModule {}

@Module({
  imports: [PaymentsModule, AuditModule, FarmsModule, UsersModule],
  controllers: [
    StatementsController,
    MoneyDeskController,
    CardsController,
    CreditController,
    CardWebhooksController,
    TestCardsController,
    PayoutsController,
    TestSellersController,
  ],
  providers: [CardDesk, CorrectionsService, MoneyDeskService, PaymentRecords, StatementsService],
})
export class PaymentsHttpModule {}

@Module({ imports: [PaymentsModule], providers: [LedgerOpening, PaymentsProcessor] })
export class PaymentsWorkerModule {}
