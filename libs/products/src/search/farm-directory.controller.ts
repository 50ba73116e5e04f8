import { Controller, Get, Header, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  type FarmsPage,
  type FarmsQuery,
  farmsPageSchema,
  farmsQuerySchema,
} from '#libs/contracts';
import { ApiSchema, Public } from '#libs/platform';
import { FarmDirectory } from './farm-directory.service.js';
import { JSON_TYPE, KeptAnswers } from './kept-answers.js';

/** Stands here and not beside the farms' own routes, because the index of the catalogue knows their words. */
@ApiTags('catalogue')
@Controller('farms')
export class FarmDirectoryController {
  constructor(
    private readonly directory: FarmDirectory,
    private readonly answers: KeptAnswers,
  ) {}

  @Get()
  @Public()
  @ApiSchema(farmsPageSchema)
  @Header('content-type', JSON_TYPE)
  list(
    @Query({ schema: farmsQuerySchema }) query: FarmsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Buffer> {
    return this.answers.farmsJson(request, (): Promise<FarmsPage> => this.directory.list(query));
  }
}
