import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { PrincipalLoader } from '#libs/platform';
import { AddressesController } from './addresses.controller.js';
import { AddressesService } from './addresses.service.js';
import { ArchiveController } from './archive.controller.js';
import { ArchiveService } from './archive.service.js';
import { DELETED_USER, deletedUserSchema } from './deleted-user.model.js';
import { DeletionController } from './deletion.controller.js';
import { DeletionsProcessor } from './deletions.processor.js';
import { DeletionsService } from './deletions.service.js';
import { Memberships } from './memberships.service.js';
import { PrincipalCache } from './principal-cache.js';
import { ProfileService } from './profile.service.js';
import { USER, userSchema } from './user.model.js';
import { UserRecords } from './user-records.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';
import { UsersCount } from './users-count.js';
import { UsersImport } from './users-import.js';
import { UsersMigration } from './users-migration.js';

/** The services for other slices, and the loader by which the auth guard resolves a token to a principal. */
@Global()
@Module({
  imports: [
    AuditModule,
    MongooseModule.forFeature([
      { name: USER, schema: userSchema },
      { name: DELETED_USER, schema: deletedUserSchema },
    ]),
  ],
  providers: [
    UsersService,
    DeletionsService,
    Memberships,
    ProfileService,
    AddressesService,
    PrincipalCache,
    UsersCount,
    UsersImport,
    UserRecords,
    UsersMigration,
    { provide: PrincipalLoader, useExisting: PrincipalCache },
  ],
  exports: [
    MongooseModule,
    UsersService,
    DeletionsService,
    Memberships,
    UsersImport,
    ProfileService,
    AddressesService,
    PrincipalLoader,
  ],
})
export class UsersModule {}

@Module({
  controllers: [UsersController, AddressesController, ArchiveController, DeletionController],
  providers: [ArchiveService],
})
export class UsersHttpModule {}

@Module({ providers: [DeletionsProcessor] })
export class UsersWorkerModule {}
