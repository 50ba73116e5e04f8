import { type Doc, getField, isArray, isDoc, setField, type Value } from '../bson/types.js';
import { compileExpression, type Scope } from '../expressions/compile.js';
import { childrenAt, invalid, type Node, place, type Transform } from './projection.js';

/** `$addFields` and `$set`: adds computed fields to a document, also to the documents inside an array. */
export function compileAddFields(spec: Doc, scope: Scope): Transform {
  const root = new Map<string, Node>();
  const names = new Set(Object.keys(scope.vars));
  const add = (into: Map<string, Node>, fields: Doc, prefix: string): void => {
    for (const [name, value] of Object.entries(fields)) {
      const path = name.split('.');
      const full = prefix + name;
      if (path.some((part) => part === '' || part.startsWith('$'))) {
        throw invalid(16410, `FieldPath field names may not start with '$' or be empty: ${name}`);
      }
      const nested =
        isDoc(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]?.startsWith('$');
      if (nested) add(childrenAt(into, path, full), value, `${full}.`);
      else place(into, path, { kind: 'compute', evaluate: compileExpression(value, names) }, full);
    }
  };
  add(root, spec, '');
  return (doc) => addInto(doc, root, { root: doc, vars: scope.vars });
}

function addInto(source: Doc, nodes: Map<string, Node>, scope: Scope): Doc {
  const result: Doc = { ...source };
  for (const [name, node] of nodes) {
    const value =
      node.kind === 'compute'
        ? node.evaluate(scope)
        : node.kind === 'inside'
          ? addInside(getField(source, name), node.children, scope)
          : undefined;
    if (value === undefined) delete result[name];
    else setField(result, name, value);
  }
  return result;
}

function addInside(value: Value, nodes: Map<string, Node>, scope: Scope): Value {
  if (isArray(value)) return value.map((item) => addInside(item, nodes, scope));
  return addInto(isDoc(value) ? value : {}, nodes, scope);
}
