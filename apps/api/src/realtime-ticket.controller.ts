import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type RealtimeTicket, realtimeTicketSchema } from '#libs/contracts';
import {
  ApiSchema,
  CurrentSessionId,
  DomainError,
  MaybePrincipal,
  type Principal,
  Public,
  RateLimit,
  Tickets,
} from '#libs/platform';

/** Issues tickets for the socket: with user, role and farm for signed-in users, anonymous for visitors. */
@ApiTags('realtime')
@Controller('realtime')
export class RealtimeTicketController {
  constructor(private readonly tickets: Tickets) {}

  @Post('ticket')
  @HttpCode(200)
  @Public({ identify: true })
  @RateLimit('ticket')
  @ApiSchema(realtimeTicketSchema)
  async ticket(
    @MaybePrincipal() principal: Principal | null,
    @CurrentSessionId() sessionId: string | null,
  ): Promise<RealtimeTicket> {
    // A suspended user gets no visitor's ticket: the page would not learn why it receives nothing of its own.
    if (principal?.status === 'suspended') throw new DomainError('USER_SUSPENDED');
    const ticket = await this.tickets.issue({
      userId: principal?.userId ?? null,
      role: principal?.role ?? null,
      farmId: principal?.farmId ?? null,
      farmRole: principal?.farmRole ?? null,
      sessionId: principal && sessionId,
    });
    return { ticket };
  }
}
