import { badValue, CommandError, notSupported, typeMismatch } from '../errors.js';
import { toNumber } from './numbers.js';
import { type Doc, isDoc, isNumeric, type Value } from './types.js';

/** Compares texts in the order of a language. */
export type CompareTexts = (a: string, b: string) => number;

const SENSITIVITY = ['base', 'accent', 'variant'] as const;
/** ICU options that `Intl.Collator` lacks, with their defaults. */
const USUAL: Doc = {
  caseLevel: false,
  alternate: 'non-ignorable',
  maxVariable: 'punct',
  normalization: false,
  backwards: false,
};

/** The comparison function of a collation; undefined for `simple`, which compares bytes. */
export function collationOf(spec: Value): CompareTexts | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDoc(spec))
    throw typeMismatch("BSON field 'collation' is the wrong type, expected 'object'");
  const {
    locale,
    strength = 3,
    numericOrdering: numeric = false,
    caseFirst = 'off',
    ...rest
  } = spec;
  if (Object.keys(spec).length === 0) return undefined;
  if (typeof locale !== 'string') throw badValue("a collation needs the name of a 'locale'");
  for (const [name, value] of Object.entries(rest)) {
    if (!(name in USUAL))
      throw new CommandError(40415, `BSON field 'collation.${name}' is an unknown field.`);
    if (value !== USUAL[name]) throw notSupported(`a collation with '${name}'`);
  }
  if (locale === 'simple') return undefined;
  const sensitivity = isNumeric(strength) ? SENSITIVITY[toNumber(strength) - 1] : undefined;
  if (!sensitivity) throw notSupported(`a collation of the strength ${String(strength)}`);
  if (caseFirst !== 'off' && caseFirst !== 'upper' && caseFirst !== 'lower')
    throw badValue(
      `Enumeration value '${String(caseFirst)}' for 'collation.caseFirst' is not valid`,
    );
  const first = caseFirst === 'off' ? 'false' : caseFirst;
  return collator(locale, { sensitivity, numeric: numeric === true, caseFirst: first });
}

function collator(locale: string, options: Intl.CollatorOptions): CompareTexts {
  const tag = locale.replaceAll('_', '-');
  try {
    if (Intl.Collator.supportedLocalesOf(tag).length > 0)
      return new Intl.Collator(tag, options).compare;
  } catch {
    // not a valid language tag
  }
  throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
}
