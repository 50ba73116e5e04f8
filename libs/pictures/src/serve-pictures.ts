import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '#libs/platform';
import { isPictureName, PictureStore } from './picture-store.js';

const UPLOADS = '/api/v1/uploads/';

/** Passes image bodies of uploads on as streams, so that none is read before its sender is authenticated. */
export function acceptPictures(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^image\//, (request, body, done) =>
    request.routeOptions.url?.startsWith(UPLOADS)
      ? done(null, body)
      : done(new DomainError('MEDIA_TYPE_UNSUPPORTED')),
  );
}

export function servePictures(app: NestFastifyApplication, fastify: FastifyInstance): void {
  const store = app.get(PictureStore);
  fastify.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const { name } = request.params;
    const bytes = isPictureName(name) ? await store.get(name) : null;
    if (!bytes) throw new DomainError('ROUTE_NOT_FOUND');
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
      })
      .type('image/webp')
      .send(bytes);
  });
}
