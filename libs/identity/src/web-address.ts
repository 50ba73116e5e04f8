import { urlSchema } from '#libs/contracts';

/** A picture's address as it may be stored and shown, or null: never `javascript:` or `data:`. */
export function webAddress(text: string | null | undefined): string | null {
  const result = urlSchema.safeParse(text);
  return result.success ? result.data : null;
}
