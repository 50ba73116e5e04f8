import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type FarmsPage,
  type FarmsQuery,
  farmsPageSchema,
  farmsQuerySchema,
} from '#libs/contracts';
import { ApiSchema, Public } from '#libs/platform';
import { FarmDirectory } from './farm-directory.service.js';
import { JSON_TYPE, ResponseCache } from './response-cache.js';

/** Here and not beside the farms' own routes, because the index of the catalogue has the words of farms. */
@ApiTags('catalogue')
@Controller('farms')
export class FarmDirectoryController {
  constructor(
    private readonly directory: FarmDirectory,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
  @Public()
  @ApiSchema(farmsPageSchema)
  @Header('content-type', JSON_TYPE)
  list(@Query({ schema: farmsQuerySchema }) query: FarmsQuery): Buffer | Promise<Buffer> {
    return this.cache.farmsJson(
      'farms',
      query,
      (): Promise<FarmsPage> => this.directory.list(query),
    );
  }
}
