import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';
import { DomainError } from '../errors.js';
import { servedPath } from './served-path.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Answers a method that a path lacks with 405 and the methods that it has, and `OPTIONS` with these alone. Has to see
 * every route, so it is added before them.
 */
export function answerOtherMethods(fastify: FastifyInstance): void {
  // Fastify's own router finds the route of one method only.
  const router = findMyWay();
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (isKnown(one) && !router.hasRoute(one, url)) router.on(one, url, () => {}, url);
  });
  const allowedAt = (path: string) =>
    METHODS.filter((method) => {
      const found = router.find(method, path);
      return found !== null && !isUnserved(found.store, path);
    });
  fastify.addHook('onRequest', (request, reply, done) => {
    const path = servedPath(request.url);
    const asks = request.method === 'OPTIONS';
    if (!asks && !request.is404 && !isUnserved(request.routeOptions.url, path)) return done();
    const allowed = allowedAt(path);
    if (allowed.length === 0) return done();
    void reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
    if (asks) void reply.status(204).send();
    else done(new DomainError('METHOD_NOT_ALLOWED'));
  });
}

/** The route of all pages matches every path, and serves nothing of the API. */
const isUnserved = (route: unknown, path: string) => route === '/*' && path.startsWith('/api/');

const isKnown = (method: string): method is (typeof METHODS)[number] =>
  METHODS.some((one) => one === method);
