import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  type DemoSession,
  type DemoSignIn,
  demoSessionSchema,
  demoSignInSchema,
} from '#libs/contracts';
import { BuiltInProvider, IdentityProvider } from '#libs/identity';
import { ApiSchema, DomainError, Public, RateLimit } from '#libs/platform';
import { UsersService } from '#libs/users';
import { DEMO_PASSWORD, demoPerson } from './people.js';

/** Signs in as a demo account without a password. Only on demo installations. */
@ApiTags('demo')
@Controller('demo')
export class DemoController {
  constructor(
    private readonly identity: IdentityProvider,
    private readonly users: UsersService,
  ) {}

  @Post('sign-in')
  @HttpCode(200)
  @Public()
  @RateLimit('signIn')
  @ApiSchema(demoSessionSchema)
  async signIn(
    @Body({ schema: demoSignInSchema }) { role, index }: DemoSignIn,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DemoSession> {
    const person = demoPerson(role, index);
    if (!person)
      throw new DomainError('USER_NOT_FOUND', `There is no demo ${role} number ${index}`);
    if (!(this.identity instanceof BuiltInProvider)) throw new DomainError('SIGN_IN_FAILED');
    const { token, cookies } = await this.identity.signInDirectly({
      email: person.email,
      password: DEMO_PASSWORD,
    });
    const identity = await this.identity.verify(token);
    const user = await this.users.initialize(identity, {
      clerkId: identity.subject,
      email: person.email,
    });
    void reply.header('set-cookie', cookies);
    return { token, user };
  }
}
