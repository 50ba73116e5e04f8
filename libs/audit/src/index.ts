export { AuditHttpModule, AuditModule } from './audit.module.js';
export { Audit, type AuditNote } from './audit.service.js';
