export { ProblemsHttpModule } from './problems.module.js';
