import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import {
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  auditFilterSchema,
  auditPageSchema,
  auditQuerySchema,
} from '#libs/contracts';
import { ApiSchema, RateLimit, RecentProof, Roles } from '#libs/platform';
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
  @RateLimit('costly')
  @Roles('admin')
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="audit-log.csv"')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  csv(@Query({ schema: auditFilterSchema }) filter: AuditFilter): Promise<string> {
    return this.audit.csv(filter);
  }
}
