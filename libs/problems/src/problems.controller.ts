import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AnswerProblem,
  answerProblemSchema,
  type FarmProblemsQuery,
  farmProblemsQuerySchema,
  idSchema,
  type OrderProblem,
  type OrderProblems,
  orderProblemSchema,
  orderProblemsSchema,
  type ProblemsPage,
  type ProblemsQuery,
  problemsPageSchema,
  problemsQuerySchema,
  type ReportProblem,
  reportProblemSchema,
} from '#libs/contracts';
import {
  ApiIdempotencyKey,
  ApiSchema,
  CurrentPrincipal,
  farmIdOf,
  IdempotencyKey,
  type Principal,
  Roles,
  SignedIn,
} from '#libs/platform';
import { ProblemsService } from './problems.service.js';

@ApiTags('problems')
@Controller()
export class ProblemsController {
  constructor(private readonly problems: ProblemsService) {}

  @Post('orders/:id/parts/:partId/problems')
  @HttpCode(201)
  @Roles('customer')
  @ApiIdempotencyKey()
  @ApiSchema(orderProblemSchema, 201)
  report(
    @CurrentPrincipal() customer: Principal,
    @IdempotencyKey() key: string,
    @Param('id', { schema: idSchema }) orderId: string,
    @Param('partId', { schema: idSchema }) partId: string,
    @Body({ schema: reportProblemSchema }) body: ReportProblem,
  ): Promise<OrderProblem> {
    return this.problems.report(customer, key, { orderId, partId }, body);
  }

  @Get('orders/:id/problems')
  @SignedIn()
  @ApiSchema(orderProblemsSchema)
  ofOrder(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<OrderProblems> {
    return this.problems.ofOrder(reader, id);
  }

  @Get('farms/mine/problems')
  @Roles('farmer')
  @ApiSchema(problemsPageSchema)
  ofFarm(
    @CurrentPrincipal() farmer: Principal,
    @Query({ schema: farmProblemsQuerySchema }) query: FarmProblemsQuery,
  ): Promise<ProblemsPage> {
    return this.problems.list({ ...query, farm: farmIdOf(farmer) });
  }

  @Get('problems')
  @Roles('admin')
  @ApiSchema(problemsPageSchema)
  list(@Query({ schema: problemsQuerySchema }) query: ProblemsQuery): Promise<ProblemsPage> {
    return this.problems.list(query);
  }

  @Patch('problems/:id/answer')
  @Roles('farmer', 'admin')
  @ApiSchema(orderProblemSchema)
  answer(
    @CurrentPrincipal() actor: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: answerProblemSchema }) body: AnswerProblem,
  ): Promise<OrderProblem> {
    return this.problems.answer(actor, id, body);
  }
}
