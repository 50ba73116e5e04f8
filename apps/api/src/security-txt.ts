import type { FastifyInstance } from 'fastify';

const DAY_MS = 86_400_000;
/** Days for which readers may keep the file; the standard advises less than a year. */
const VALID_DAYS = 180;

/** Serves `/.well-known/security.txt` (RFC 9116): where to report a weakness of this installation. */
export function serveSecurityTxt(
  fastify: FastifyInstance,
  { contact, site }: { contact: string | undefined; site: string },
): void {
  fastify.get('/.well-known/security.txt', (_, reply) => {
    const today = Math.floor(Date.now() / DAY_MS);
    const lines = [
      `Contact: ${contact ?? `${site}/contact`}`,
      `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${site}/.well-known/security.txt`,
      '',
    ];
    return reply
      .headers({ 'cache-control': 'public, max-age=86400' })
      .type('text/plain; charset=utf-8')
      .send(lines.join('\n'));
  });
}
