import type { CartDto } from '#libs/contracts';
import { newest, simpleEntity, singletonId } from '../realtime/entity';

/** The customer's one cart. */
export const carts = simpleEntity<CartDto>('carts', singletonId, newest);
