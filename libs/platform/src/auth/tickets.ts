import { jwtVerify, SignJWT } from 'jose';
import {
  TICKET_AUDIENCE,
  TICKET_SECONDS,
  type TicketClaims,
  ticketClaimsSchema,
} from '#libs/contracts';
import { DomainError } from '../errors.js';

const ISSUER = 'farmgate';

/** Signs and checks the short-lived tickets that open a socket (HS256, one secret for api and gateway). */
export class Tickets {
  private readonly key: Uint8Array;

  constructor(secret: string) {
    this.key = new TextEncoder().encode(secret);
  }

  issue(claims: TicketClaims): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(TICKET_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${TICKET_SECONDS}s`)
      .sign(this.key);
  }

  /** Throws `TOKEN_INVALID` unless it is a fresh ticket of this installation. */
  async check(ticket: unknown): Promise<TicketClaims> {
    try {
      if (typeof ticket !== 'string') throw new Error('no ticket');
      const { payload } = await jwtVerify(ticket, this.key, {
        issuer: ISSUER,
        audience: TICKET_AUDIENCE,
        algorithms: ['HS256'],
      });
      return ticketClaimsSchema.parse(payload);
    } catch {
      throw new DomainError('TOKEN_INVALID');
    }
  }
}
