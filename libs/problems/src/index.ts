export { ProblemsHttpModule, ProblemsModule } from './problems.module.js';
export { ProblemsService } from './problems.service.js';
