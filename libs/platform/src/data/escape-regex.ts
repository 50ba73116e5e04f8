/** A text as the part of a regular expression that finds exactly this text. */
export const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
