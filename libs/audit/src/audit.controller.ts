import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  auditFilterSchema,
  auditPageSchema,
  auditQuerySchema,
} from '#libs/contracts';
import { ApiSchema, CsvFile, RecentProof, Roles } from '#libs/platform';
import { Audit } from './audit.service.js';

@ApiTags('audit')
@Controller()
export class AuditController {
  constructor(private readonly audit: Audit) {}

  @Get('audit-log')
  @Roles('admin')
  @ApiSchema(auditPageSchema)
  list(@Query({ schema: auditQuerySchema }) query: AuditQuery): Promise<AuditPage> {
    return this.audit.list(query);
  }

  @Get('audit-log.csv')
  @RecentProof()
  @Roles('admin')
  @CsvFile('audit-log.csv')
  csv(@Query({ schema: auditFilterSchema }) filter: AuditFilter): Promise<string> {
    return this.audit.csv(filter);
  }
}
