export { BuiltInProvider } from './built-in/built-in.provider.js';
export { SECRET_BOUND_COLLECTIONS } from './built-in/collections.js';
export { isSecretOfKeys } from './built-in/stored-keys.js';
export type { ClerkAccount, ClerkCalls } from './clerk/clerk.provider.js';
export { type ClerkWebhook, parseClerkWebhook } from './clerk/webhook.js';
export { createIdentityProvider } from './create-identity-provider.js';
export {
  IDENTITY_CONFIG,
  type IdentityConfig,
  identityConfigSchema,
  identityKind,
} from './identity.config.js';
export { IdentityModule } from './identity.module.js';
export { IdentityProvider, type OpenSession } from './identity-provider.js';
export { announceSessionEnd } from './session-ended.js';
