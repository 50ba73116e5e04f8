import { randomInt } from 'node:crypto';
import { CODE_ALPHABET, HAND_OVER_CODE_LENGTH } from '#libs/contracts';

/** Letters and digits that cannot be confused on the phone. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/**
 * Such as `K7QM2X`. Two parts may have the same of 31⁶ codes; a farm finds its own one that is still to be handed over.
 */
export const handOverCode = (): string => randomCode(HAND_OVER_CODE_LENGTH);
