import { Readable } from 'node:stream';
import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import {
  CurrentIdentity,
  CurrentPrincipal,
  type Principal,
  RateLimit,
  RecentProof,
  SignedIn,
  type VerifiedIdentity,
} from '#libs/platform';
import { ArchiveService } from './archive.service.js';

const ZIP = 'application/zip';

@ApiTags('users')
@Controller('users/me/archive')
export class ArchiveController {
  constructor(private readonly archives: ArchiveService) {}

  /** All that the shop holds about the caller, as one zip file. */
  @Get()
  @SignedIn()
  @RecentProof()
  @RateLimit('costly')
  @Header('content-type', ZIP)
  @Header('content-disposition', 'attachment; filename="farmgate-archive.zip"')
  @ApiProduces(ZIP)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async download(
    @CurrentPrincipal() principal: Principal,
    @CurrentIdentity() identity: VerifiedIdentity,
  ): Promise<StreamableFile> {
    return new StreamableFile(Readable.from(await this.archives.of(principal, identity)));
  }
}
