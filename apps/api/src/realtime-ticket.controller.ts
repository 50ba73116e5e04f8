import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type RealtimeTicket, realtimeTicketSchema } from '#libs/contracts';
import {
  ApiSchema,
  CurrentSessionId,
  MaybePrincipal,
  type Principal,
  Public,
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
  @ApiSchema(realtimeTicketSchema)
  async ticket(
    @MaybePrincipal() principal: Principal | null,
    @CurrentSessionId() sessionId: string | null,
  ): Promise<RealtimeTicket> {
    const known = principal?.status === 'suspended' ? null : principal;
    const ticket = await this.tickets.issue({
      userId: known?.userId ?? null,
      role: known?.role ?? null,
      farmId: known?.farmId ?? null,
      sessionId: known && sessionId,
    });
    return { ticket };
  }
}
