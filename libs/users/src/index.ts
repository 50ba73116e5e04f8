export { AddressesService } from './addresses.service.js';
export { Memberships } from './memberships.service.js';
export type { StoredMembership, User } from './user.model.js';
export { USERS_CONFIG, usersConfigSchema } from './users.config.js';
export { UsersHttpModule, UsersModule, UsersWorkerModule } from './users.module.js';
export { UsersService } from './users.service.js';
export { type ImportedUser, UsersImport } from './users-import.js';
