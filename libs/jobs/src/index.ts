export { JobsHttpModule, JobsWorkerModule } from './jobs.module.js';
