import * as z from 'zod';
import { invalid } from './api-error.js';

type Tree = { [name: string]: string | Tree };

/** The parameters of a form or a query: `metadata[key]=1`, `expand[0]=customer` and `created[gte]=5` are nested. */
function treeOf(form: URLSearchParams): Tree {
  const tree: Tree = {};
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop();
    if (last === undefined) throw invalid('Invalid parameter name');
    let at = tree;
    for (const part of path) {
      const next = at[part] ?? {};
      if (typeof next === 'string') throw invalid(`Invalid ${part}`, { param: part });
      at[part] = next;
      at = next;
    }
    if (Object.hasOwn(at, last)) throw invalid(`Duplicate ${name}`, { param: name });
    at[last] = value;
  }
  return tree;
}

export const text = z.string().min(1).max(5000);
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
export const positive = integer.refine((value) => value > 0);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const metadata = z.record(z.string().max(40), z.string().max(500));
export const list = <Item extends z.ZodType>(item: Item) =>
  z
    .record(z.string().regex(/^\d+$/), item)
    .transform((items) => Object.values(items) as z.infer<Item>[]);
const expand = list(text).optional();

/** The parameters that an endpoint takes: any other is an error, as at Stripe. */
export const takes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, expand });
/** Those of every list. */
export const page = {
  limit: positive.refine((limit) => limit <= 100).optional(),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer.optional() }).optional(),
};

export function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  form: URLSearchParams,
): z.infer<Schema> {
  const result = schema.safeParse(treeOf(form), { reportInput: true });
  if (result.success) return result.data;
  // What is unknown is named before what is wrong or missing.
  const [issue] = [...result.error.issues].sort(
    (one, other) =>
      Number(other.code === 'unrecognized_keys') - Number(one.code === 'unrecognized_keys'),
  );
  throw errorOf(issue);
}

function errorOf(issue: z.core.$ZodIssue | undefined) {
  const named = (path: readonly PropertyKey[]) =>
    path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('');
  if (issue?.code === 'unrecognized_keys') {
    const param = named([...issue.path, issue.keys[0] ?? '']);
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = named(issue?.path ?? []);
  if (issue?.code === 'invalid_type' && issue.input === undefined)
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  if (issue?.code === 'invalid_format')
    return invalid(`Invalid integer: ${param}`, { code: 'parameter_invalid_integer', param });
  return invalid(`Invalid ${param}`, { param });
}
