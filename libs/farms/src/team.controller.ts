import { Body, Controller, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Types } from 'mongoose';
import {
  type ActFor,
  actForSchema,
  type InvitationToken,
  type Invite,
  type InvitedDto,
  idSchema,
  invitationTokenSchema,
  invitedDtoSchema,
  inviteSchema,
  type LeaveFarm,
  leaveFarmSchema,
  type MemberRole,
  memberRoleSchema,
  type OpenInvitation,
  type OwnFarms,
  openInvitationSchema,
  ownFarmsSchema,
  type TeamChange,
  type TeamDto,
  teamChangeSchema,
  teamDtoSchema,
  type UserDto,
  userDtoSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  type Principal,
  Public,
  RateLimit,
  Roles,
  SignedIn,
} from '#libs/platform';
import { Memberships } from '#libs/users';
import { TeamService } from './team.service.js';
import { TeamInvitations } from './team-invitations.service.js';

/** A farm's team, as its owners change it. */
@ApiTags('farm team')
@Controller('farms/mine/team')
@Roles('farmer')
export class TeamController {
  constructor(
    private readonly teams: TeamService,
    private readonly invitations: TeamInvitations,
  ) {}

  @Get()
  @ApiSchema(teamDtoSchema)
  team(@CurrentPrincipal() owner: Principal): Promise<TeamDto> {
    return this.teams.get(owner);
  }

  @Patch('members/:id')
  @ApiSchema(teamDtoSchema)
  setRole(
    @CurrentPrincipal() owner: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: memberRoleSchema }) body: MemberRole,
  ): Promise<TeamDto> {
    return this.teams.setRole(owner, id, body);
  }

  @Post('members/:id/remove')
  @HttpCode(200)
  @ApiSchema(teamDtoSchema)
  remove(
    @CurrentPrincipal() owner: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: teamChangeSchema }) { version }: TeamChange,
  ): Promise<TeamDto> {
    return this.teams.remove(owner, id, version);
  }

  /** Sends a mail to a stranger if it has an address, so it is limited like a sign-in. */
  @Post('invitations')
  @RateLimit('signIn')
  @HttpCode(201)
  @ApiSchema(invitedDtoSchema, 201)
  invite(
    @CurrentPrincipal() owner: Principal,
    @Body({ schema: inviteSchema }) body: Invite,
  ): Promise<InvitedDto> {
    return this.invitations.invite(owner, body);
  }

  @Post('invitations/:id/resend')
  @RateLimit('signIn')
  @HttpCode(200)
  @ApiSchema(invitedDtoSchema)
  resend(
    @CurrentPrincipal() owner: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: teamChangeSchema }) { version }: TeamChange,
  ): Promise<InvitedDto> {
    return this.invitations.resend(owner, id, version);
  }

  @Post('invitations/:id/cancel')
  @HttpCode(200)
  @ApiSchema(teamDtoSchema)
  cancel(
    @CurrentPrincipal() owner: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: teamChangeSchema }) { version }: TeamChange,
  ): Promise<TeamDto> {
    return this.invitations.cancel(owner, id, version);
  }
}

/** What somebody who works for farms, or is asked to, does for themselves. */
@ApiTags('farm team')
@Controller()
export class TeamMemberController {
  constructor(
    private readonly teams: TeamService,
    private readonly invitations: TeamInvitations,
    private readonly memberships: Memberships,
  ) {}

  @Post('invitations/look')
  @HttpCode(200)
  @Public()
  @RateLimit('signIn')
  @ApiSchema(openInvitationSchema)
  look(
    @Body({ schema: invitationTokenSchema }) { token }: InvitationToken,
  ): Promise<OpenInvitation> {
    return this.invitations.look(token);
  }

  @Post('invitations/accept')
  @HttpCode(200)
  @SignedIn({ asCrew: true })
  @RateLimit('signIn')
  @ApiSchema(userDtoSchema)
  accept(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: invitationTokenSchema }) { token }: InvitationToken,
  ): Promise<UserDto> {
    return this.invitations.accept(token, principal);
  }

  @Get('team/farms')
  @SignedIn({ asCrew: true })
  @ApiSchema(ownFarmsSchema)
  farms(@CurrentPrincipal() principal: Principal): Promise<OwnFarms> {
    return this.teams.farmsOf(principal);
  }

  @Put('team/acting')
  @SignedIn({ asCrew: true })
  @ApiSchema(userDtoSchema)
  actFor(
    @CurrentPrincipal() { userId }: Principal,
    @Body({ schema: actForSchema }) { farmId }: ActFor,
  ): Promise<UserDto> {
    return this.memberships.actFor(
      new Types.ObjectId(userId),
      farmId === null ? null : new Types.ObjectId(farmId),
    );
  }

  @Post('team/leave')
  @HttpCode(200)
  @SignedIn({ asCrew: true })
  @ApiSchema(userDtoSchema)
  leave(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: leaveFarmSchema }) { farmId }: LeaveFarm,
  ): Promise<UserDto> {
    return this.teams.leave(principal, farmId);
  }
}
