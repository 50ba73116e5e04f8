export { AuditHttpModule, AuditModule } from './audit.module.js';
export { Audit } from './audit.service.js';
