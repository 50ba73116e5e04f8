export { BuiltInProvider } from './built-in/built-in.provider.js';
export { SECRET_BOUND_COLLECTIONS } from './built-in/collections.js';
export type { ClerkAccount, ClerkCalls } from './clerk/clerk.provider.js';
export { type ClerkWebhook, parseClerkWebhook } from './clerk/webhook.js';
export { type IdentityConfig, identityConfigSchema } from './config.js';
export { createIdentityProvider } from './create-identity-provider.js';
export { IDENTITY_CONFIG, IdentityModule } from './identity.module.js';
export { IdentityProvider } from './identity-provider.js';
