import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AuthMe,
  authMeSchema,
  type ChangeUserStatus,
  changeUserStatusSchema,
  type InitializeUser,
  idSchema,
  initializeUserSchema,
  type UpdateProfile,
  type UserDto,
  type UsersPage,
  type UsersQuery,
  updateProfileSchema,
  userDtoSchema,
  usersPageSchema,
  usersQuerySchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentIdentity,
  CurrentPrincipal,
  type Principal,
  RateLimit,
  RecentProof,
  Roles,
  SignedIn,
  TokenHolder,
  type VerifiedIdentity,
} from '#libs/platform';
import { ProfileService } from './profile.service.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly profiles: ProfileService,
  ) {}

  @Post('users/initialize')
  @HttpCode(200)
  @TokenHolder()
  @RateLimit('signIn')
  @ApiSchema(userDtoSchema)
  initialize(
    @CurrentIdentity() identity: VerifiedIdentity,
    @Body({ schema: initializeUserSchema }) body: InitializeUser,
  ): Promise<UserDto> {
    return this.users.initialize(identity, body);
  }

  @Get('users/me')
  @SignedIn({ beforeSecondFactor: true, asCrew: true })
  @ApiSchema(userDtoSchema)
  me(@CurrentPrincipal() principal: Principal): Promise<UserDto> {
    return this.users.get(principal.userId);
  }

  @Patch('users/me')
  @SignedIn({ beforeSecondFactor: true, asCrew: true })
  @ApiSchema(userDtoSchema)
  updateProfile(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: updateProfileSchema }) body: UpdateProfile,
  ): Promise<UserDto> {
    return this.profiles.update(principal.userId, body);
  }

  @Get('auth/me')
  @SignedIn({ beforeSecondFactor: true, asCrew: true })
  @ApiSchema(authMeSchema)
  async authMe(@CurrentPrincipal() principal: Principal): Promise<AuthMe> {
    return { authenticated: true, user: await this.users.get(principal.userId) };
  }

  @Get('users')
  @Roles('admin')
  @ApiSchema(usersPageSchema)
  list(@Query({ schema: usersQuerySchema }) query: UsersQuery): Promise<UsersPage> {
    return this.users.list(query);
  }

  @Get('users/:id')
  @Roles('admin')
  @ApiSchema(userDtoSchema)
  one(@Param('id', { schema: idSchema }) id: string): Promise<UserDto> {
    return this.users.get(id);
  }

  @Patch('users/:id/status')
  @Roles('admin')
  @RecentProof()
  @ApiSchema(userDtoSchema)
  changeStatus(
    @CurrentPrincipal() principal: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: changeUserStatusSchema }) body: ChangeUserStatus,
  ): Promise<UserDto> {
    return this.users.changeStatus(principal, id, body);
  }
}
