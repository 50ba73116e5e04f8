import { type Doc, entryOf, isDoc, typeName, type Value } from '../bson/types.js';
import { CommandError, failedToParse } from '../errors.js';
import { compileForDocuments, type Scope } from '../expressions/compile.js';
import { compileAddFields } from './add-fields.js';
import { compileProjection, compileUnset, type Transform } from './projection.js';

export function specOf(stage: string, spec: Value): Doc {
  if (!isDoc(spec)) throw failedToParse(`the ${stage} specification must be an object`);
  return spec;
}

function replaceRoot(expression: Value, scope: Scope): Transform {
  const evaluate = compileForDocuments(expression, scope);
  return (doc) => {
    const root = evaluate(doc);
    if (isDoc(root)) return root;
    throw new CommandError(
      40228,
      `'newRoot' expression must evaluate to an object, but resulting value was of type ${typeName(root)}`,
    );
  };
}

type StageCompiler = (spec: Value, scope: Scope) => Transform;

/** Stages that turn one document into one document; an update may use the same ones. */
export const DOCUMENT_STAGES: Readonly<Record<string, StageCompiler>> = {
  $project: (spec, scope) => compileProjection(specOf('$project', spec), { scope }),
  $addFields: (spec, scope) => compileAddFields(specOf('$addFields', spec), scope),
  $set: (spec, scope) => compileAddFields(specOf('$set', spec), scope),
  $unset: compileUnset,
  $replaceRoot: (spec, scope) => replaceRoot(specOf('$replaceRoot', spec).newRoot, scope),
  $replaceWith: replaceRoot,
};

/** The single operator of a stage document. */
export function stageEntry(stage: Value): [string, Value] {
  const entries = isDoc(stage) ? Object.entries(stage) : [];
  const [entry] = entries;
  if (!entry || entries.length !== 1) {
    throw new CommandError(
      40323,
      'A pipeline stage specification object must contain exactly one field.',
    );
  }
  return entry;
}

/** The pipeline of an update as one function. */
export function compileDocumentStages(stages: readonly Value[], scope: Scope): Transform {
  const transforms = stages.map((stage) => {
    const [name, spec] = stageEntry(stage);
    const compile = entryOf(DOCUMENT_STAGES, name);
    if (!compile) throw new CommandError(72, `${name} is not allowed to be used within an update`);
    return compile(spec, scope);
  });
  return (doc) => transforms.reduce((current, transform) => transform(current), doc);
}
