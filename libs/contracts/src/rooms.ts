import type { Id } from './primitives.js';

/** A room of the socket server. Built here and nowhere else, so that no claim of a client becomes a room. */
export type Room = string & { readonly __room: unique symbol };

export const rooms = {
  /** Everybody with an open page, visitors included. */
  public: () => 'public' as Room,
  user: (id: Id) => `user:${id}` as Room,
  farm: (id: Id) => `farm:${id}` as Room,
  product: (id: Id) => `product:${id}` as Room,
  /** The pages of one sign-in; the id is the identity provider's. */
  session: (id: string) => `session:${id}` as Room,
  admins: () => 'role:admin' as Room,
};
