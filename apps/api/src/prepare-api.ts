import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { CataloguePages } from '#libs/catalogue';
import { IDENTITY_CONFIG, type IdentityConfig, IdentityProvider } from '#libs/identity';
import { CaughtMailPages } from '#libs/notifications';
import { ConfiguredCards } from '#libs/payments';
import { acceptPictures, servePictures } from '#libs/pictures';
import {
  answerError,
  LOGGER,
  type Logger,
  PLATFORM_CONFIG,
  type PlatformConfig,
  publicUrl,
} from '#libs/platform';
import { serveApiDescription } from './openapi.js';
import { serveSecurityTxt } from './security-txt.js';
import { serveSitemap } from './sitemap.js';
import { serveWebApp } from './web-app.js';

/** Adds the routes outside Nest: identity provider, OpenAPI document, caught mail, uploaded pictures and web app. */
export async function prepareApi(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const { CLERK_ISSUER } = app.get<IdentityConfig>(IDENTITY_CONFIG);
  await app.get(IdentityProvider).mount(fastify);
  acceptPictures(fastify);
  const platform = app.get<PlatformConfig>(PLATFORM_CONFIG);
  const site = publicUrl(platform).replace(/\/$/, '');
  const identityOrigins = CLERK_ISSUER ? [CLERK_ISSUER, 'https://img.clerk.com'] : [];
  const takesStripe = app.get(ConfiguredCards).publicSettings()?.provider === 'stripe';
  await fastify.register(async (routes) => {
    // These routes may be complete before Nest sets its error handler.
    const logger = app.get<Logger>(LOGGER);
    routes.setErrorHandler((error, request, reply) => answerError(logger, error, request, reply));
    serveApiDescription(app, routes);
    app.get(CaughtMailPages).serve(routes);
    servePictures(app, routes);
    serveSitemap(routes, app.get(CataloguePages), site);
    serveSecurityTxt(routes, { contact: platform.SECURITY_CONTACT, site });
    const serviceWorker = platform.SERVICE_WORKER === 'on';
    await serveWebApp(routes, { identityOrigins, takesStripe, site, serviceWorker });
  });
}
