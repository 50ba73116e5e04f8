import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { CommandError, failedToParse } from '../errors.js';
import { compileElementMatch, compileMatch } from '../query/match.js';
import { isOperatorDoc } from '../query/operator-doc.js';
import type { Test } from '../query/operators.js';

/** The conditions of `arrayFilters` by identifier; each must be used in one of the paths of the update. */
export function readArrayFilters(
  arrayFilters: Value,
  paths: readonly (readonly string[])[],
): Map<string, Test> {
  const tests = new Map<string, Test>();
  if (arrayFilters === undefined) return tests;
  if (!isArray(arrayFilters)) throw typeError();
  for (const filter of arrayFilters) {
    if (!isDoc(filter)) throw typeError();
    const identifier = filterIdentifier(filter);
    if (tests.has(identifier)) {
      throw failedToParse(
        `Found multiple array filters with the same top-level field name ${identifier}`,
      );
    }
    if (!paths.some((path) => path.includes(`$[${identifier}]`))) {
      throw failedToParse(
        `The array filter for identifier '${identifier}' was not used in the update`,
      );
    }
    tests.set(identifier, compileArrayFilter(filter, identifier));
  }
  return tests;
}

const typeError = () => new CommandError(14, 'arrayFilters must be an array of objects');

function filterIdentifier(filter: Doc): string {
  const names = new Set<string>();
  const collect = (clause: Doc): void => {
    for (const [name, operand] of Object.entries(clause)) {
      if (name.startsWith('$') && isArray(operand)) operand.filter(isDoc).forEach(collect);
      else if (!name.startsWith('$')) names.add(name.split('.')[0] ?? '');
    }
  };
  collect(filter);
  const [identifier, ...others] = names;
  if (identifier === undefined || others.length > 0) {
    throw failedToParse('Error parsing array filter: expected a single top-level field name');
  }
  return identifier;
}

function compileArrayFilter(filter: Doc, identifier: string): Test {
  const [name] = Object.keys(filter);
  if (name === identifier && Object.keys(filter).length === 1) {
    const operand = filter[identifier];
    // a plain document is compared as a whole here, unlike in $pull
    if (isOperatorDoc(operand)) return compileElementMatch(operand);
  }
  const matches = compileMatch(filter);
  return (item) => matches({ [identifier]: item });
}
