import type { CartDto } from '#libs/contracts';
import { entity, newest, ONLY, type Put } from '../realtime/entity';

/** The customer's one cart. */
export const carts = entity<{ cart: CartDto }>('carts', { cart: newest });

export const putCart = (cart: CartDto): Put => carts.put(ONLY, { cart });
