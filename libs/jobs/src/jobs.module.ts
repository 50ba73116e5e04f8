import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { FailedJobsController } from './failed-jobs.controller.js';
import { FailedJobs } from './failed-jobs.service.js';
import { FailedJobsWatch } from './failed-jobs.watch.js';

@Module({ imports: [AuditModule], providers: [FailedJobs], exports: [FailedJobs] })
class JobsModule {}

@Module({ imports: [JobsModule], controllers: [FailedJobsController] })
export class JobsHttpModule {}

@Module({ imports: [JobsModule], providers: [FailedJobsWatch] })
export class JobsWorkerModule {}
