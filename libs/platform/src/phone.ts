import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import { PHONE_MESSAGE } from '#libs/contracts';
import { DomainError } from './errors.js';

/** The country of the market: numbers without a country code are its own. */
const COUNTRY = 'US';

/**
 * A telephone number in the one form that is stored: E.164, and its extension, as in `+15185550100 ext. 4`. Throws
 * `VALIDATION_FAILED` for the field `path`. A possible number is enough, because new ranges are assigned all the time.
 */
export function parsePhone(text: string, path: string): string {
  const phone = parsePhoneNumberFromString(
    text,
    { defaultCountry: COUNTRY, extract: false },
    metadata,
  );
  if (!phone?.isPossible())
    throw new DomainError('VALIDATION_FAILED', `${path}: ${PHONE_MESSAGE}`, {
      errors: [{ path, message: PHONE_MESSAGE }],
    });
  return phone.ext ? `${phone.number} ext. ${phone.ext}` : phone.number;
}
