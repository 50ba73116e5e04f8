import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  monthSchema,
  type Statement,
  type Statements,
  statementSchema,
  statementsSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CsvFile,
  CurrentPrincipal,
  farmIdOf,
  type Principal,
  Roles,
} from '#libs/platform';
import { StatementsService } from './statements.service.js';

/** A farm's own money. */
@ApiTags('money')
@Controller('farms/mine/statements')
@Roles('farmer')
export class StatementsController {
  constructor(private readonly statements: StatementsService) {}

  @Get()
  @ApiSchema(statementsSchema)
  list(@CurrentPrincipal() farmer: Principal): Promise<Statements> {
    return this.statements.list(farmIdOf(farmer));
  }

  @Get(':month')
  @ApiSchema(statementSchema)
  get(
    @CurrentPrincipal() farmer: Principal,
    @Param('month', { schema: monthSchema }) month: string,
  ): Promise<Statement> {
    return this.statements.get(farmIdOf(farmer), month);
  }

  @Get(':month/entries.csv')
  @CsvFile('statement.csv')
  csv(
    @CurrentPrincipal() farmer: Principal,
    @Param('month', { schema: monthSchema }) month: string,
  ): Promise<string> {
    return this.statements.csv(farmIdOf(farmer), month);
  }
}
