import { type JWTHeaderParameters, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { DomainError } from '#libs/platform';
import { KeysUnavailable } from './key-sources.js';

/** Maximum difference of two clocks, in seconds. */
const CLOCK_TOLERANCE = 5;
/** Maximum number of cached tokens; each takes about two kilobytes. */
const CACHED_MAX = 2_000;

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
  /** `amr` (RFC 8176): how the session was opened; `auth_time` (OpenID Connect): when. */
  amr: z.array(z.string()).optional(),
  auth_time: z.number().optional(),
  /** Our own: when a code of the second factor was entered, in seconds since 1970. */
  second_factor_time: z.number().optional(),
});
export type TokenClaims = z.infer<typeof claimsSchema>;

export interface JwtRules {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  /**
   * The origins whose pages may use a token in the current request: its `azp` must be one of them, and its `aud` if it
   * has one.
   */
  readonly authorizedParties: () => readonly string[];
}

interface CachedToken {
  readonly claims: TokenClaims;
  readonly header: JWTHeaderParameters;
  /** The key that verified its signature. */
  readonly key: unknown;
  /** Time of verification (`from`) and of expiry (`until`), in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

/**
 * The only check of bearer tokens, for every issuer: RS256 signature, iss, exp, nbf, azp, aud. Pages send the same
 * token with each call, so verified tokens are cached until they expire or their key changes.
 */
export class JwtCheck {
  private readonly cache = new LRUCache<string, CachedToken>({ max: CACHED_MAX });

  constructor(private readonly rules: JwtRules) {}

  /** Throws `TOKEN_INVALID` without a reason, or `SERVICE_UNAVAILABLE` while the keys are unavailable. */
  async check(token: string): Promise<TokenClaims> {
    const { keys, issuer } = this.rules;
    try {
      const parties = this.rules.authorizedParties();
      const cached = this.cache.get(token);
      if (cached && parties.includes(cached.claims.azp) && (await this.isValid(token, cached)))
        return cached.claims;
      const { payload, protectedHeader, key } = await jwtVerify(token, keys, {
        // A single algorithm, so that neither "none" nor a public key as HMAC secret can pass.
        algorithms: ['RS256'],
        issuer,
        requiredClaims: ['sub', 'exp', 'azp'],
        clockTolerance: CLOCK_TOLERANCE,
      });
      const claims = claimsSchema.parse(payload);
      if (!parties.includes(claims.azp)) throw new DomainError('TOKEN_INVALID');
      // Clerk's session tokens have no audience; a token with one is valid for that audience only.
      const audience = [payload.aud ?? claims.azp].flat();
      if (!audience.some((one) => parties.includes(one))) throw new DomainError('TOKEN_INVALID');
      this.cache.set(token, {
        claims: Object.freeze(claims),
        header: protectedHeader,
        key,
        from: Date.now(),
        until: (payload.exp ?? 0) * 1_000,
      });
      return claims;
    } catch (error) {
      // An unavailable issuer must not sign everybody out.
      throw new DomainError(
        error instanceof KeysUnavailable ? 'SERVICE_UNAVAILABLE' : 'TOKEN_INVALID',
      );
    }
  }

  /** Looks the key up again: a withdrawn key is not found, and a reloaded key is another object. */
  private async isValid(
    token: string,
    { header, key, from, until }: CachedToken,
  ): Promise<boolean> {
    const now = Date.now();
    if (now < from || now >= until) return false;
    const [head = '', payload = '', signature = ''] = token.split('.');
    return (await this.rules.keys(header, { protected: head, payload, signature })) === key;
  }
}
