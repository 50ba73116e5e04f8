import { type Doc, isDoc, type Value } from '../bson/types.js';

/** The fields of a DBRef: names, not operators. */
export const DBREF_FIELDS: ReadonlySet<string> = new Set(['$ref', '$id', '$db']);

const isDbRef = (value: Doc): boolean => typeof value.$ref === 'string' && '$id' in value;

/** Whether an operand consists of operators; other documents, and DBRefs, are compared as a whole. */
export const isOperatorDoc = (value: Value): value is Doc =>
  isDoc(value) && (Object.keys(value)[0] ?? '').startsWith('$') && !isDbRef(value);
