import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { FarmsModule } from '#libs/farms';
import { CORRECTION, correctionSchema } from './correction.model.js';
import { CorrectionsService } from './corrections.service.js';
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
import { PaymentsProcessor } from './payments.processor.js';
import { StatementsController } from './statements.controller.js';
import { StatementsService } from './statements.service.js';

@Module({
  imports: [
    AuditModule,
    MongooseModule.forFeature([
      { name: JOURNAL, schema: journalSchema },
      { name: LEDGER_MONTH, schema: ledgerMonthSchema },
      { name: BALANCE, schema: balanceSchema },
      { name: LEDGER_CHECK, schema: ledgerCheckSchema },
    ]),
  ],
  providers: [LedgerCheckService, LedgerService, MarketFees, MonthsService, OrderBooks],
  exports: [
    LedgerCheckService,
    LedgerService,
    MarketFees,
    MonthsService,
    MongooseModule,
    OrderBooks,
  ],
})
export class PaymentsModule {}

@Module({
  imports: [
    PaymentsModule,
    AuditModule,
    FarmsModule,
    MongooseModule.forFeature([{ name: CORRECTION, schema: correctionSchema }]),
  ],
  controllers: [StatementsController, MoneyDeskController],
  providers: [CorrectionsService, MoneyDeskService, StatementsService],
})
export class PaymentsHttpModule {}

@Module({ imports: [PaymentsModule], providers: [LedgerOpening, PaymentsProcessor] })
export class PaymentsWorkerModule {}
