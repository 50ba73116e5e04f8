import { type Doc, isDoc, type Value } from '../bson/types.js';
import { CommandError, failedToParse, typeMismatch } from '../errors.js';
import { compileForDocuments, rootScope, type Scope } from '../expressions/compile.js';
import { requireVariableName } from '../expressions/logic.js';

/** Compiles the `let` of a stage; its variables are computed for each document. */
export function compileVariables(stage: string, spec: Value, scope: Scope): (doc: Doc) => Doc {
  if (spec === undefined) return () => ({});
  if (!isDoc(spec)) throw failedToParse(`${stage} argument must be a document: let`);
  const variables = Object.entries(spec).map(([name, expression]) => {
    requireVariableName(name);
    return { name, evaluate: compileForDocuments(expression, scope) };
  });
  return (doc) => Object.fromEntries(variables.map(({ name, evaluate }) => [name, evaluate(doc)]));
}

/** The document of a command's `let`, which has none: reading a field throws. */
const NO_DOCUMENT: Doc = new Proxy<Doc>(
  {},
  {
    get: () => {
      throw new CommandError(
        4890500,
        'Command let Expression tried to access a field, but this is not allowed because command let expressions run before the query examines any documents.',
      );
    },
  },
);

/** The scope of a command's `let`: each variable is an expression that may use the ones before it. */
export function scopeOfLet(spec: Value): Scope {
  const scope = rootScope();
  if (spec === undefined) return scope;
  if (!isDoc(spec))
    throw typeMismatch("BSON field 'let' is the wrong type, expected type 'object'");
  const vars: Doc = { ...scope.vars };
  for (const [name, expression] of Object.entries(spec)) {
    requireVariableName(name);
    vars[name] = compileForDocuments(expression, { ...scope, vars })(NO_DOCUMENT);
  }
  return { ...scope, vars };
}
