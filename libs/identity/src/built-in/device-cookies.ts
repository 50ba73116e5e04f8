import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type PlatformConfig, publicUrl } from '#libs/platform';

/** Seconds for which a browser stays known; restarts at every sign-in. */
const LIFETIME_S = 180 * 24 * 60 * 60;

/** Cookies are shared across ports, and two installations on one machine must not sign each other's users out. */
export function cookiePrefix(platform: PlatformConfig): string {
  const name = platform.PUBLIC_URL ? 'farmgate' : `farmgate-${platform.PORT}`;
  // Browsers accept a `__Host-` cookie from this host only, and over TLS only.
  return publicUrl(platform).startsWith('https:') ? `__Host-${name}` : name;
}

/**
 * Cookies for browsers that have signed in to an account before, so that strangers who guess its password do not lock
 * its owner out (OWASP, "Slow down online guessing attacks with device cookies"). Such a cookie gives no access: it
 * only gives its browser a separate limit of attempts.
 */
export class DeviceCookies {
  private readonly key: Buffer;
  private readonly name: string;
  private readonly attributes: string;

  constructor(
    secret: string,
    platform: PlatformConfig,
    private readonly now: () => number = Date.now,
  ) {
    const isSecure = publicUrl(platform).startsWith('https:');
    this.key = createHmac('sha256', secret).update('device cookies').digest();
    this.name = `${cookiePrefix(platform)}.device`;
    this.attributes = `Max-Age=${LIFETIME_S}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** The `Set-Cookie` line that makes a browser a known device of this account. */
  issue(email: string): string {
    const said = `${randomBytes(16).toString('base64url')}.${Math.floor(this.now() / 1_000)}`;
    return `${this.nameFor(email)}=${said}.${this.sign(email, said)}; ${this.attributes}`;
  }

  /** The id of the account's known device that the `Cookie` header proves; null if it proves none. */
  deviceIn(header: string | undefined, email: string): string | null {
    const name = `${this.nameFor(email)}=`;
    const value = header
      ?.split(';')
      .map((one) => one.trim())
      .find((one) => one.startsWith(name))
      ?.slice(name.length);
    const [id = '', since = '', mac = ''] = value?.split('.') ?? [];
    const [given, right] = [mac, this.sign(email, `${id}.${since}`)].map((one) => Buffer.from(one));
    if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right))
      return null;
    return this.now() / 1_000 - Number(since) < LIFETIME_S ? id : null;
  }

  /** One cookie per account, because families share browsers. The name does not reveal the e-mail address. */
  private nameFor(email: string): string {
    return `${this.name}-${this.sign(email, 'name').slice(0, 12)}`;
  }

  private sign(email: string, text: string): string {
    return createHmac('sha256', this.key)
      .update(`${email.toLowerCase()}\n${text}`)
      .digest('base64url');
  }
}
