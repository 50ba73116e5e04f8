import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditController } from './audit.controller.js';
import { AUDIT_ENTRY, auditEntrySchema } from './audit.model.js';
import { Audit } from './audit.service.js';
import { AuditErasure } from './audit-erasure.js';

/** For every slice that records actions. */
@Module({
  imports: [MongooseModule.forFeature([{ name: AUDIT_ENTRY, schema: auditEntrySchema }])],
  providers: [Audit, AuditErasure],
  exports: [Audit],
})
export class AuditModule {}

@Module({ imports: [AuditModule], controllers: [AuditController] })
export class AuditHttpModule {}
