import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  jobIdSchema,
  type QueueDepths,
  type QueueJobDetail,
  type QueueJobsPage,
  type QueueJobsQuery,
  type QueueName,
  queueDepthsSchema,
  queueJobDetailSchema,
  queueJobsPageSchema,
  queueJobsQuerySchema,
  queueNameSchema,
  type RetriedJobs,
  retriedJobsSchema,
} from '#libs/contracts';
import { AnswerInTime, ApiSchema, CurrentPrincipal, type Principal, Roles } from '#libs/platform';
import { FailedJobs } from './failed-jobs.service.js';

@ApiTags('jobs')
@Controller('admin')
@Roles('admin')
@UseInterceptors(AnswerInTime)
export class FailedJobsController {
  constructor(private readonly jobs: FailedJobs) {}

  @Get('queues')
  @ApiSchema(queueDepthsSchema)
  depths(): Promise<QueueDepths> {
    return this.jobs.depths();
  }

  @Get('jobs')
  @ApiSchema(queueJobsPageSchema)
  list(@Query({ schema: queueJobsQuerySchema }) query: QueueJobsQuery): Promise<QueueJobsPage> {
    return this.jobs.list(query);
  }

  @Get('jobs/:queue/:id')
  @ApiSchema(queueJobDetailSchema)
  get(
    @Param('queue', { schema: queueNameSchema }) queue: QueueName,
    @Param('id', { schema: jobIdSchema }) id: string,
  ): Promise<QueueJobDetail> {
    return this.jobs.get(queue, id);
  }

  @Post('jobs/:queue/:id/retry')
  @HttpCode(200)
  @ApiSchema(queueJobDetailSchema)
  retry(
    @CurrentPrincipal() actor: Principal,
    @Param('queue', { schema: queueNameSchema }) queue: QueueName,
    @Param('id', { schema: jobIdSchema }) id: string,
  ): Promise<QueueJobDetail> {
    return this.jobs.retry(actor, queue, id);
  }

  @Post('jobs/:queue/retry')
  @HttpCode(200)
  @ApiSchema(retriedJobsSchema)
  retryAll(
    @CurrentPrincipal() actor: Principal,
    @Param('queue', { schema: queueNameSchema }) queue: QueueName,
  ): Promise<RetriedJobs> {
    return this.jobs.retryAll(actor, queue);
  }

  @Delete('jobs/:queue/:id')
  @ApiSchema(queueJobDetailSchema)
  discard(
    @CurrentPrincipal() actor: Principal,
    @Param('queue', { schema: queueNameSchema }) queue: QueueName,
    @Param('id', { schema: jobIdSchema }) id: string,
  ): Promise<QueueJobDetail> {
    return this.jobs.discard(actor, queue, id);
  }
}
