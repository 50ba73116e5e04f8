import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type CorrectionDto,
  type CorrectionsPage,
  type CorrectionsQuery,
  correctionDtoSchema,
  correctionsPageSchema,
  correctionsQuerySchema,
  type DecideCorrection,
  decideCorrectionSchema,
  disputesSchema,
  type FarmBalance,
  type FarmBalances,
  farmBalanceSchema,
  farmBalancesSchema,
  idSchema,
  type LedgerCheckQueued,
  ledgerCheckQueuedSchema,
  type MarkPaidBack,
  type MarkPayment,
  type MoneyDesk,
  markPaidBackSchema,
  markPaymentSchema,
  moneyDeskSchema,
  monthSchema,
  type OpenDisputes,
  type ProposeCorrection,
  proposeCorrectionSchema,
  type Statement,
  type Statements,
  statementSchema,
  statementsSchema,
  type WaitingPayment,
  type WaitingPayments,
  waitingPaymentSchema,
  waitingPaymentsSchema,
} from '#libs/contracts';
import {
  AnswerInTime,
  ApiIdempotencyKey,
  ApiSchema,
  CurrentPrincipal,
  IdempotencyKey,
  Jobs,
  type Principal,
  RateLimit,
  RecentProof,
  Roles,
} from '#libs/platform';
import { CardDesk } from './card-desk.service.js';
import { CorrectionsService } from './corrections.service.js';
import { Disputes } from './disputes.service.js';
import { MoneyDeskService } from './money-desk.service.js';
import { StatementsService } from './statements.service.js';

/** The market's money: what is owed to whom, payments by bank, corrections and the check of the ledger. */
@ApiTags('money')
@Controller('admin/money')
@Roles('admin')
export class MoneyDeskController {
  constructor(
    private readonly money: MoneyDeskService,
    private readonly statements: StatementsService,
    private readonly corrections: CorrectionsService,
    private readonly cards: CardDesk,
    private readonly disputes: Disputes,
    private readonly jobs: Jobs,
  ) {}

  @Get()
  @ApiSchema(moneyDeskSchema)
  desk(): Promise<MoneyDesk> {
    return this.money.desk();
  }

  @Get('farms')
  @ApiSchema(farmBalancesSchema)
  farms(): Promise<FarmBalances> {
    return this.money.list();
  }

  @Get('farms/:id/statements')
  @ApiSchema(statementsSchema)
  list(@Param('id', { schema: idSchema }) farmId: string): Promise<Statements> {
    return this.statements.list(farmId);
  }

  @Get('farms/:id/statements/:month')
  @ApiSchema(statementSchema)
  get(
    @Param('id', { schema: idSchema }) farmId: string,
    @Param('month', { schema: monthSchema }) month: string,
  ): Promise<Statement> {
    return this.statements.get(farmId, month);
  }

  @Post('farms/:id/payments')
  @RecentProof('code')
  @HttpCode(201)
  @ApiIdempotencyKey()
  @ApiSchema(farmBalanceSchema, 201)
  markPayment(
    @CurrentPrincipal() admin: Principal,
    @IdempotencyKey() key: string,
    @Param('id', { schema: idSchema }) farmId: string,
    @Body({ schema: markPaymentSchema }) body: MarkPayment,
  ): Promise<FarmBalance> {
    return this.money.markPayment(admin, key, farmId, body);
  }

  @Get('card-payments')
  @ApiSchema(waitingPaymentsSchema)
  waitingPayments(): Promise<WaitingPayments> {
    return this.cards.waiting();
  }

  @Post('card-payments/:id/refunds')
  @RecentProof('code')
  @HttpCode(201)
  @ApiIdempotencyKey()
  @ApiSchema(waitingPaymentSchema, 201)
  markPaidBack(
    @CurrentPrincipal() admin: Principal,
    @IdempotencyKey() key: string,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: markPaidBackSchema }) body: MarkPaidBack,
  ): Promise<WaitingPayment> {
    return this.cards.markPaidBack(admin, key, id, body);
  }

  @Get('disputes')
  @ApiSchema(disputesSchema)
  openDisputes(): Promise<OpenDisputes> {
    return this.disputes.open();
  }

  @Get('corrections')
  @ApiSchema(correctionsPageSchema)
  listCorrections(
    @Query({ schema: correctionsQuerySchema }) query: CorrectionsQuery,
  ): Promise<CorrectionsPage> {
    return this.corrections.list(query);
  }

  @Post('corrections')
  @RecentProof('code')
  @HttpCode(201)
  @ApiIdempotencyKey()
  @ApiSchema(correctionDtoSchema, 201)
  propose(
    @CurrentPrincipal() admin: Principal,
    @IdempotencyKey() key: string,
    @Body({ schema: proposeCorrectionSchema }) body: ProposeCorrection,
  ): Promise<CorrectionDto> {
    return this.corrections.propose(admin, key, body);
  }

  @Patch('corrections/:id/decision')
  @RecentProof('code')
  @ApiSchema(correctionDtoSchema)
  decide(
    @CurrentPrincipal() admin: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: decideCorrectionSchema }) body: DecideCorrection,
  ): Promise<CorrectionDto> {
    return this.corrections.decide(admin, id, body);
  }

  @Post('check')
  @RateLimit('costly')
  @UseInterceptors(AnswerInTime)
  @HttpCode(202)
  @ApiSchema(ledgerCheckQueuedSchema, 202)
  async check(@CurrentPrincipal() admin: Principal): Promise<LedgerCheckQueued> {
    await this.jobs.add('ledger.check', { requestedBy: admin.userId });
    return { queued: true };
  }
}
