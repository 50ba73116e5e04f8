import { type Doc, getField, isArray, isDoc, setField, type Value } from '../bson/types.js';
import { compileExpression, type Scope } from '../expressions/compile.js';
import { addNodes, type Node, type Transform } from './projection.js';

/** `$addFields` and `$set`: adds computed fields to a document, also to the documents inside an array. */
export function compileAddFields(spec: Doc, scope: Scope): Transform {
  const root = new Map<string, Node>();
  addNodes(root, spec, (value) => ({ kind: 'compute', evaluate: compileExpression(value, scope) }));
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
