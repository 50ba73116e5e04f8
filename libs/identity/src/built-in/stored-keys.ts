import { symmetricDecrypt } from 'better-auth/crypto';
import type { mongo } from 'mongoose';
import * as z from 'zod';
import { AUTH_COLLECTIONS } from './collections.js';

/** A key as better-auth's jwt plugin stores it: encrypted, as JSON. */
const keySchema = z.object({
  privateKey: z.string().transform((text) => JSON.parse(text) as unknown),
});
const encryptedSchema = z.string();

/** Whether this secret decrypts the newest stored key; true if there is none. */
export async function isSecretOfKeys(db: mongo.Db, secret: string): Promise<boolean> {
  const stored = await db.collection(AUTH_COLLECTIONS.keys).findOne({}, { sort: { _id: -1 } });
  if (!stored) return true;
  const data = encryptedSchema.parse(keySchema.parse(stored).privateKey);
  return symmetricDecrypt({ key: secret, data }).then(
    () => true,
    () => false,
  );
}
