export { ProblemsHttpModule } from './problems.module.js';
export { ProblemsService } from './problems.service.js';
