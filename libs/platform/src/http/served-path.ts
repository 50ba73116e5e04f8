import type { FastifyRequest } from 'fastify';

/** What an absolute URL in place of a path begins with; the router ignores it. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * The path by which a request is routed: `/%61pi/v1/products` and `http://other.example/api/v1/products` are
 * `/api/v1/products`. Whatever decides by path asks this and not the URL, which a client may write as it likes.
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

/** Whether a request names more than one host: which of them a proxy has checked is not known. */
export function hasManyHosts({ rawHeaders }: Pick<FastifyRequest['raw'], 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}
