import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { CataloguePages } from '#libs/catalogue';
import { IDENTITY_CONFIG, type IdentityConfig, IdentityProvider } from '#libs/identity';
import { CaughtMailPages } from '#libs/notifications';
import { servePictures } from '#libs/pictures';
import { PLATFORM_CONFIG, type PlatformConfig, publicUrl } from '#libs/platform';
import { serveApiDescription } from './openapi.js';
import { serveSitemap } from './sitemap.js';
import { serveWebApp } from './web-app.js';

/** Adds the routes outside Nest: identity provider, OpenAPI document, caught mail, uploaded pictures and web app. */
export async function prepareApi(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const { CLERK_ISSUER } = app.get<IdentityConfig>(IDENTITY_CONFIG);
  await app.get(IdentityProvider).mount(fastify);
  serveApiDescription(app, fastify);
  app.get(CaughtMailPages).serve(fastify);
  servePictures(app, fastify);
  const site = publicUrl(app.get<PlatformConfig>(PLATFORM_CONFIG)).replace(/\/$/, '');
  serveSitemap(fastify, app.get(CataloguePages), site);
  const identityOrigins = CLERK_ISSUER ? [CLERK_ISSUER, 'https://img.clerk.com'] : [];
  await serveWebApp(fastify, { identityOrigins, site });
}
