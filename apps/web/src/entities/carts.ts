import type { CartDto } from '#libs/contracts';
import { newest, only, whole } from '../realtime/entity';

/** The customer's one cart. */
export const carts = whole<CartDto>('carts', only, newest);
