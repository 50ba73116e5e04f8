import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type FarmsPage,
  type FarmsQuery,
  farmsPageSchema,
  farmsQuerySchema,
} from '#libs/contracts';
import { ApiSchema, Public } from '#libs/platform';
import { FarmDirectory } from './farm-directory.service.js';
import { Cached } from './response-cache.js';

/** In this slice instead of `farms`, because the catalogue's index holds the farms' search words. */
@ApiTags('catalogue')
@Controller('farms')
export class FarmDirectoryController {
  constructor(private readonly directory: FarmDirectory) {}

  @Get()
  @Public()
  @ApiSchema(farmsPageSchema)
  @Cached('farms')
  list(@Query({ schema: farmsQuerySchema }) query: FarmsQuery): Promise<FarmsPage> {
    return this.directory.list(query);
  }
}
