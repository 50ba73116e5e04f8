import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';
import { DomainError } from '#libs/platform';
import { KeysUnavailable } from './key-sources.js';

/** Seconds by which two clocks may differ. */
const CLOCK_TOLERANCE = 5;

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

/** The one check of bearer tokens, whoever issued them: RS256 signature, iss, exp, nbf, azp, aud. */
export class JwtCheck {
  constructor(private readonly rules: JwtRules) {}

  /** Throws `TOKEN_INVALID` without saying why, or `SERVICE_UNAVAILABLE` when the keys cannot be had. */
  async check(token: string): Promise<TokenClaims> {
    const { keys, issuer, authorizedParties } = this.rules;
    try {
      const { payload } = await jwtVerify(token, keys, {
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
      return claims;
    } catch (error) {
      // An issuer that is down must not sign everybody out.
      throw new DomainError(
        error instanceof KeysUnavailable ? 'SERVICE_UNAVAILABLE' : 'TOKEN_INVALID',
      );
    }
  }
}
