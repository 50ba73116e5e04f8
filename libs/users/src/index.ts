export { AddressesService } from './addresses.service.js';
export type { User } from './user.model.js';
export { USERS_CONFIG, usersConfigSchema } from './users.config.js';
export { UsersHttpModule, UsersModule } from './users.module.js';
export { UsersService } from './users.service.js';
export { type ImportedUser, UsersImport } from './users-import.js';
