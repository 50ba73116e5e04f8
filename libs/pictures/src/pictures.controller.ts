import { Readable } from 'node:stream';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { PICTURE_MAX_BYTES, type UploadedPicture, uploadedPictureSchema } from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  DomainError,
  type Principal,
  RateLimit,
  SignedIn,
} from '#libs/platform';
import { Pictures } from './pictures.service.js';
import { UploadRights } from './upload-rights.js';

@ApiTags('pictures')
@Controller('uploads/pictures')
export class PicturesController {
  constructor(
    private readonly pictures: Pictures,
    private readonly rights: UploadRights,
  ) {}

  /** The body is the file itself, with its `image/…` as content type. */
  @Post()
  @RateLimit('costly')
  @HttpCode(201)
  @SignedIn()
  @ApiConsumes('image/jpeg', 'image/png', 'image/webp', 'image/avif')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiSchema(uploadedPictureSchema, 201)
  async upload(
    @CurrentPrincipal() actor: Principal,
    @Req() request: { readonly body: unknown; readonly headers: Record<string, unknown> },
  ): Promise<UploadedPicture> {
    if (actor.role === 'farmer') {
      if (!actor.farmId) throw new DomainError('FARM_NOT_FOUND');
      if (!(await this.rights.mayUpload(actor.farmId)))
        throw new DomainError(
          'FARM_NOT_APPROVED',
          'You can add pictures once the market has approved your farm. You will get a message when it has',
        );
    }
    const { body } = request;
    if (!(body instanceof Readable))
      throw new DomainError('MEDIA_TYPE_UNSUPPORTED', 'The body must be a picture');
    if (Number(request.headers['content-length'] ?? 0) > PICTURE_MAX_BYTES) throw tooLarge();
    return this.pictures.upload(actor, () => readAll(body));
  }
}

/** Reads at most `PICTURE_MAX_BYTES`, because the client's content-length cannot be trusted. */
async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > PICTURE_MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = () =>
  new DomainError(
    'PAYLOAD_TOO_LARGE',
    `A picture has at most ${PICTURE_MAX_BYTES / 1024 / 1024} MB`,
  );
