/** Integer US cents: the only form of money inside the system. */
export type Cents = number;

/** Converts the API's dollars to cents; the schema has refused more than two decimal places. */
export function toCents(dollars: number): Cents {
  return Math.round(dollars * 100);
}

/** Converts cents to the API's decimal dollars. */
export function toDollars(cents: Cents): number {
  return cents / 100;
}

/** The sum of amounts in dollars, to the cent. */
export const addDollars = (...dollars: readonly number[]): number =>
  toDollars(dollars.reduce((cents, one) => cents + toCents(one), 0));
