import type { FastifyRequest } from 'fastify';

/** The origin of an absolute URL in place of a path; the router ignores it. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * The path by which a request is routed: `/%61pi/v1/products` and `http://other.example/api/v1/products` are
 * `/api/v1/products`. Decide by this path, not by the URL, which the client can write in many ways.
 */
export function servedPath(url: string): string {
  const [path = ''] = url.replace(ORIGIN, '').split(/[?#]/, 1);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a request has several Host headers, of which a proxy may have checked only one. */
export function hasManyHosts({ rawHeaders }: Pick<FastifyRequest['raw'], 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}
