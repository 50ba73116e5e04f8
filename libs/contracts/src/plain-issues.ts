import type * as z from 'zod/mini';

const counted = (n: number | bigint, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;

function tooSmall(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const { origin, minimum, inclusive } = issue;
  if (origin === 'string')
    return minimum === 1 ? 'must not be empty' : `needs at least ${counted(minimum, 'character')}`;
  if (origin === 'array' || origin === 'set')
    return minimum === 1 ? 'needs at least one' : `needs at least ${minimum}`;
  return inclusive === false ? `must be more than ${minimum}` : `must be at least ${minimum}`;
}

function tooBig(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const { origin, maximum, inclusive } = issue;
  if (origin === 'string') return `can have at most ${counted(maximum, 'character')}`;
  if (origin === 'array' || origin === 'set') return `can be at most ${maximum}`;
  return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  date: 'must be a date',
  datetime: 'must be a date and time',
  url: 'must be a web address',
};
const TYPES: Readonly<Record<string, string>> = {
  number: 'must be a number',
  int: 'must be a whole number',
  string: 'must be a text',
  boolean: 'must be true or false',
  array: 'must be a list',
};

/** A message that people understand, for an issue whose schema does not give one. */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not in the right form';
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : TYPES[issue.expected];
    case 'invalid_value':
      return 'is none of the choices';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return undefined;
  }
}
