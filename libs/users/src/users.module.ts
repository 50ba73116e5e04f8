import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PrincipalLoader } from '#libs/platform';
import { AddressesController } from './addresses.controller.js';
import { AddressesService } from './addresses.service.js';
import { PrincipalCache } from './principal-cache.js';
import { ProfileService } from './profile.service.js';
import { USER, userSchema } from './user.model.js';
import { USERS_CONFIG, type UsersConfig } from './users.config.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';
import { UsersCount } from './users-count.js';
import { UsersImport } from './users-import.js';

/** The slice's door for other slices; it also tells the guard who is behind a token. */
@Global()
@Module({})
export class UsersModule {
  static forRoot(config: UsersConfig): DynamicModule {
    return {
      module: UsersModule,
      imports: [MongooseModule.forFeature([{ name: USER, schema: userSchema }])],
      providers: [
        UsersService,
        ProfileService,
        AddressesService,
        PrincipalCache,
        UsersCount,
        UsersImport,
        { provide: PrincipalLoader, useExisting: PrincipalCache },
        { provide: USERS_CONFIG, useValue: config },
      ],
      exports: [UsersService, UsersImport, ProfileService, AddressesService, PrincipalLoader],
    };
  }
}

@Module({ controllers: [UsersController, AddressesController] })
export class UsersHttpModule {}
