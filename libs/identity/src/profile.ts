import { urlSchema } from '#libs/contracts';

/** A picture's address as it may be stored and shown, or null: never `javascript:` or `data:`. */
export function webAddress(text: string | null | undefined): string | null {
  const result = urlSchema.safeParse(text);
  return result.success ? result.data : null;
}

const NAME_MAX = 80;

/** The names and the picture of an account as it is written: each name derived from the others where it is missing. */
export function tidyProfile(written: Record<string, unknown>): Record<string, string | null> {
  const [name, firstName, lastName] = [written.name, written.firstName, written.lastName].map(
    (value) => (typeof value === 'string' ? value.trim() : undefined),
  );
  return {
    ...namesOf(name, firstName, lastName),
    ...(typeof written.image === 'string' && { image: webAddress(written.image) }),
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
  return { name, firstName: first.slice(0, NAME_MAX), lastName: rest.join(' ').slice(0, NAME_MAX) };
}
