import { collationOf } from '../bson/collation.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { badValue, failedToParse, notSupported } from '../errors.js';
import { checkPipeline, contextOf, splitPipeline } from '../pipeline/pipeline.js';
import { Pacer } from '../pipeline/read.js';
import { requirePipeline } from '../pipeline/stages.js';
import type { Plan } from '../query/planner.js';
import type { Query, View } from '../storage/view.js';
import { type Engine, type Handler, type Request, scopeOf } from './context.js';
import { outputOf } from './output.js';
import { queryOf, withView } from './read.js';

const EXPLAINED = new Set([
  'find',
  'aggregate',
  'count',
  'distinct',
  'findAndModify',
  'findandmodify',
]);

/** The plan in the shape of MongoDB's `queryPlanner.winningPlan`. */
function describePlan(plan: Plan, sorted: boolean): Doc {
  const scan: Doc = plan.full
    ? { stage: 'COLLSCAN', direction: plan.reverse ? 'backward' : 'forward' }
    : plan.branches.length > 0
      ? { stage: 'OR', inputStages: plan.branches.map((branch) => describePlan(branch, true)) }
      : { stage: 'FETCH', inputStage: describeScan(plan) };
  return sorted ? scan : { stage: 'SORT', inputStage: scan };
}

function describeScan({ index, reverse, ranges, merge }: Plan): Doc {
  const scan: Doc = {
    stage: 'IXSCAN',
    indexName: index.name,
    keyPattern: index.key,
    isMultiKey: index.multikey,
    direction: reverse ? 'backward' : 'forward',
    ranges: ranges.length,
  };
  return merge && ranges.length > 1 ? { stage: 'SORT_MERGE', inputStage: scan } : scan;
}

/** The query of a command, and whether it only counts: then it needs no order, and usually reads no document. */
function explained(name: string, command: Doc): { query: Query; counted: boolean } {
  if (name === 'aggregate' && isArray(command.pipeline)) {
    const { query, counted } = splitPipeline(command.pipeline, {}, scopeOf(command), command.hint);
    const collated = { ...query, texts: collationOf(command.collation) };
    return counted
      ? { query: { ...collated, sort: undefined }, counted: true }
      : { query: collated, counted: false };
  }
  return {
    query: queryOf(command, name === 'find' ? 'filter' : 'query'),
    counted: name === 'count',
  };
}

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Every verbosity gives the plan only. */
function checkVerbosity(verbosity: Value): void {
  if (verbosity === undefined || VERBOSITIES.includes(String(verbosity))) return;
  throw badValue(
    `Enumeration value '${String(verbosity)}' for field 'explain.verbosity' is not a valid value.`,
  );
}

/** Checks every stage, not only those that become part of the query. */
function checkStages(engine: Engine, request: Request, view: View): void {
  const { command, database } = request;
  if (command.writeConcern !== undefined)
    throw failedToParse("Aggregation explain does not support the 'writeConcern' option");
  const pipeline = requirePipeline(command.pipeline);
  const scope = scopeOf(command);
  const output = outputOf(engine, request, pipeline, scope);
  checkPipeline(
    output ? pipeline.slice(0, -1) : pipeline,
    contextOf({ view, database, scope, pacer: new Pacer() }),
  );
}

export const explain: Handler = (engine, request) =>
  withView(engine, request, async (view) => {
    const inner = request.command.explain;
    if (!isDoc(inner)) throw failedToParse('explain needs a command');
    checkVerbosity(request.command.verbosity);
    const [name = ''] = Object.keys(inner);
    if (!EXPLAINED.has(name)) throw notSupported(`explain of '${name}'`);
    if (name === 'aggregate') checkStages(engine, { ...request, command: inner }, view);
    const ns = `${request.database}.${String(inner[name])}`;
    const collection = view.collection(ns);
    const { query, counted } = explained(name, inner);
    const plan = collection && view.plan(collection, query);
    const winningPlan = !plan
      ? { stage: 'EOF' }
      : counted && plan.covered && !plan.full
        ? { stage: 'COUNT', inputStage: describeScan(plan) }
        : describePlan(plan, plan.sorted);
    return {
      explainVersion: '1',
      queryPlanner: { namespace: ns, parsedQuery: query.filter, winningPlan, rejectedPlans: [] },
      command: inner,
    };
  });
