import { type JWTHeaderParameters, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { DomainError } from '#libs/platform';
import { KeysUnavailable } from './key-sources.js';

/** Seconds by which two clocks may differ. */
const CLOCK_TOLERANCE = 5;
/** Tokens whose signature is not checked again at the most; each takes about two kilobytes. */
const MOST_KNOWN = 2_000;

const claimsSchema = z.object({
  sub: z.string().min(1).max(200),
  azp: z.string(),
  sid: z.string().optional(),
  /** Clerk: `pending` while the session still has a task, such as a second factor. */
  sts: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().nullish(),
  family_name: z.string().nullish(),
  picture: z.string().nullish(),
});
export type TokenClaims = z.infer<typeof claimsSchema>;

export interface JwtRules {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  /** The origins whose pages may hold a token: its `azp` must be one of them, and its `aud` where it has one. */
  readonly authorizedParties: readonly string[];
}

/** A token that has passed, word for word. */
interface KnownToken {
  readonly claims: TokenClaims;
  readonly header: JWTHeaderParameters;
  /** What its signature was checked with. */
  readonly key: unknown;
  /** Milliseconds since 1970: when it passed, and when it ends. */
  readonly from: number;
  readonly until: number;
}

/**
 * The one check of bearer tokens, whoever issued them: RS256 signature, iss, exp, nbf, azp, aud. A page sends the same
 * token with each call; one that has passed passes again until it ends, for as long as the same key would check it.
 */
export class JwtCheck {
  private readonly known = new LRUCache<string, KnownToken>({ max: MOST_KNOWN });

  constructor(private readonly rules: JwtRules) {}

  /** Throws `TOKEN_INVALID` without saying why, or `SERVICE_UNAVAILABLE` when the keys cannot be had. */
  async check(token: string): Promise<TokenClaims> {
    const { keys, issuer, authorizedParties } = this.rules;
    try {
      const known = this.known.get(token);
      if (known && (await this.holds(token, known))) return known.claims;
      const { payload, protectedHeader, key } = await jwtVerify(token, keys, {
        // One algorithm, so that neither "none" nor a public key used as HMAC secret can pass.
        algorithms: ['RS256'],
        issuer,
        requiredClaims: ['sub', 'exp', 'azp'],
        clockTolerance: CLOCK_TOLERANCE,
      });
      const claims = claimsSchema.parse(payload);
      if (!authorizedParties.includes(claims.azp)) throw new DomainError('TOKEN_INVALID');
      // Clerk's session tokens are for nobody in particular; one that names a service is for that service alone.
      const audience = [payload.aud ?? claims.azp].flat();
      if (!audience.some((one) => authorizedParties.includes(one)))
        throw new DomainError('TOKEN_INVALID');
      this.known.set(token, {
        claims: Object.freeze(claims),
        header: protectedHeader,
        key,
        from: Date.now(),
        until: (payload.exp ?? 0) * 1_000,
      });
      return claims;
    } catch (error) {
      // An issuer that is down must not sign everybody out.
      throw new DomainError(
        error instanceof KeysUnavailable ? 'SERVICE_UNAVAILABLE' : 'TOKEN_INVALID',
      );
    }
  }

  /** A key that was withdrawn is not found again, and one that was read anew is another one. */
  private async holds(token: string, { header, key, from, until }: KnownToken): Promise<boolean> {
    const now = Date.now();
    if (now < from || now >= until) return false;
    const [head = '', payload = '', signature = ''] = token.split('.');
    return (await this.rules.keys(header, { protected: head, payload, signature })) === key;
  }
}
