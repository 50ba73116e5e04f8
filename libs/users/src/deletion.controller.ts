import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type DeleteAccount,
  type DeletionCheck,
  deleteAccountSchema,
  deletionCheckSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentIdentity,
  CurrentPrincipal,
  type Principal,
  RateLimit,
  RecentProof,
  SignedIn,
  type VerifiedIdentity,
} from '#libs/platform';
import { DeletionsService } from './deletions.service.js';

@ApiTags('users')
@Controller('users/me/deletion')
export class DeletionController {
  constructor(private readonly deletions: DeletionsService) {}

  /** What stands in the way of deleting the caller's account. */
  @Get()
  @SignedIn({ beforeSecondFactor: true, asCrew: true })
  @RateLimit('costly')
  @ApiSchema(deletionCheckSchema)
  check(@CurrentPrincipal() { userId }: Principal): Promise<DeletionCheck> {
    return this.deletions.check(userId);
  }

  /** Deletes the caller's account, for good. Afterwards the caller's token is of nobody. */
  @Post()
  @HttpCode(204)
  @SignedIn({ whileInactive: true, asCrew: true })
  @RecentProof('password-of-all')
  @RateLimit('costly')
  async delete(
    @CurrentPrincipal() { userId }: Principal,
    @CurrentIdentity() identity: VerifiedIdentity,
    @Body({ schema: deleteAccountSchema }) body: DeleteAccount,
  ): Promise<void> {
    // An issuer without addresses in its tokens confirms them.
    const isEmailConfirmed = identity.emailVerified || identity.email === null;
    await this.deletions.delete(userId, body, { isEmailConfirmed });
  }
}
