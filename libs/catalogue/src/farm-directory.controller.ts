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

/** Here and not beside the farms' own routes, because the index of the catalogue has the words of farms. */
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
