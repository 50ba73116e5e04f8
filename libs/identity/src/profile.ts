import { beginningOf, MAX_LENGTH, urlSchema } from '#libs/contracts';

/** The URL of a picture if it is safe to store and show, otherwise null; never `javascript:` or `data:`. */
export function webAddress(text: string | null | undefined): string | null {
  const result = urlSchema.safeParse(text);
  return result.success ? result.data : null;
}

/** The normalised names and picture of an account: missing names are derived from the others. */
export function normalizeProfile(account: Record<string, unknown>): Record<string, string | null> {
  const [name, firstName, lastName] = [account.name, account.firstName, account.lastName].map(
    (value) => (typeof value === 'string' ? value.trim() : undefined),
  );
  return {
    ...namesOf(name, firstName, lastName),
    ...(typeof account.image === 'string' && { image: webAddress(account.image) }),
  };
}

function namesOf(
  name: string | undefined,
  firstName: string | undefined,
  lastName: string | undefined,
): Record<string, string> {
  if (firstName !== undefined || lastName !== undefined)
    return {
      name: [firstName, lastName].filter(Boolean).join(' ') || (name ?? ''),
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
    };
  if (!name) return {};
  const [first = '', ...rest] = name.split(/\s+/);
  return {
    name,
    firstName: beginningOf(first, MAX_LENGTH.personName),
    lastName: beginningOf(rest.join(' '), MAX_LENGTH.personName),
  };
}
