import { Long } from 'bson';
import { collationOf } from '../bson/collation.js';
import { compareValues } from '../bson/compare.js';
import { heapSize } from '../bson/heap-size.js';
import { encodeKey, keyText } from '../bson/keys.js';
import { isTruthy, makeInteger, optionNumber } from '../bson/numbers.js';
import { someAtPath, splitPath } from '../bson/paths.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { CommandError, failedToParse } from '../errors.js';
import { parseSort } from '../expressions/sort-order.js';
import { compileRawProjection } from '../pipeline/projection.js';
import { countWithin, Pacer, readRows } from '../pipeline/read.js';
import { compileMatch } from '../query/match.js';
import { Memory } from '../query/memory.js';
import { cursorId } from '../server/cursors.js';
import type { Query, View } from '../storage/view.js';
import {
  documentOption,
  type Engine,
  type Handler,
  isSnapshot,
  namespaceOf,
  type Request,
  readView,
  scopeOf,
} from './context.js';

export function queryOf(command: Doc, filterField: string, scope = scopeOf(command)): Query {
  const sort = documentOption(command, 'sort');
  return {
    filter: documentOption(command, filterField),
    sort: Object.keys(sort).length > 0 ? sort : undefined,
    hint: command.hint,
    scope,
    texts: collationOf(command.collation),
  };
}

function windowOf(command: Doc): { skip: number; limit: number } {
  const skip = optionNumber(command.skip, 0);
  const limit = optionNumber(command.limit, 0);
  if (skip < 0)
    throw new CommandError(51024, `BSON field 'skip' value must be >= 0, actual value '${skip}'`);
  return { skip, limit: Math.abs(limit) };
}

export const batchSizeOf = (options: Value): number | undefined => {
  const size = isDoc(options) ? options.batchSize : undefined;
  if (size === undefined) return undefined;
  const n = optionNumber(size, Number.NaN);
  if (!(n >= 0)) throw new CommandError(51024, "BSON field 'batchSize' value must be >= 0");
  return n;
};

const find: Handler = (engine, request) => {
  const { command } = request;
  const ns = namespaceOf(request);
  const query = queryOf(command, 'filter');
  if (query.sort) parseSort(query.sort);
  const spec = documentOption(command, 'projection');
  const project =
    Object.keys(spec).length > 0
      ? compileRawProjection(spec, {
          scope: query.scope ?? scopeOf(command),
          find: { filter: query.filter },
        })
      : undefined;
  const view = readView(engine, request);
  const collection = view.collection(ns);
  const source = function* () {
    if (!collection) {
      // there is nothing to find, but an invalid filter must still fail
      compileMatch(query.filter, query);
      return;
    }
    for (const rows of readRows(view, collection, query, windowOf(command))) {
      yield rows.map(project ?? ((row) => row.raw));
    }
  };
  const limit = optionNumber(command.limit, 0);
  const single = isTruthy(command.singleBatch) || limit < 0;
  return engine.cursors.start(
    {
      ns,
      source: source(),
      keep: () => view.keep(),
      release: () => view.release(),
      transaction: request.transaction,
      noTimeout: isTruthy(command.noCursorTimeout),
      snapshot: isSnapshot(request),
      limit: request.limit,
    },
    limit < 0 ? -limit : batchSizeOf(command),
    single,
  );
};

const getMore: Handler = (engine, request) => {
  const { command, database } = request;
  const id = cursorId(command.getMore);
  const ns = `${database}.${String(command.collection)}`;
  return engine.cursors.more(id, ns, batchSizeOf(command), request.transaction);
};

const killCursors: Handler = (engine, { command }) => {
  const ids = isArray(command.cursors) ? command.cursors.map(cursorId) : [];
  const killed = ids.filter((id) => engine.cursors.kill(id));
  const longs = (list: bigint[]) => list.map((id) => Long.fromBigInt(id));
  return {
    cursorsKilled: longs(killed),
    cursorsNotFound: longs(ids.filter((id) => !killed.includes(id))),
    cursorsAlive: [],
    cursorsUnknown: [],
  };
};

export async function withView<T>(
  engine: Engine,
  request: Request,
  use: (view: View) => Promise<T>,
): Promise<T> {
  const view = readView(engine, request);
  view.keep();
  try {
    return await use(view);
  } finally {
    view.release();
  }
}

const count: Handler = (engine, request) =>
  withView(engine, request, async (view) => {
    const query = queryOf(request.command, 'query');
    const window = windowOf(request.command);
    const collection = view.collection(namespaceOf(request));
    const pacer = new Pacer(request.limit);
    let n = 0;
    if (collection)
      for (n of countWithin(view, collection, query, window)) if (pacer.due) await pacer.pause();
    return { n: makeInteger(n) };
  });

const distinct: Handler = (engine, request) =>
  withView(engine, request, async (view) => {
    const { key } = request.command;
    if (typeof key !== 'string') throw failedToParse('"key" must be a string');
    const query = queryOf(request.command, 'query');
    const collection = view.collection(namespaceOf(request));
    const found = new Map<string, Value>();
    const pacer = new Pacer(request.limit);
    const memory = new Memory('distinct');
    const add = (value: Value) => {
      const key = value === undefined ? undefined : keyText(encodeKey(0, [value]));
      if (key === undefined || found.has(key)) return;
      const { texts } = query;
      if (texts && [...found.values()].some((one) => compareValues(one, value, texts) === 0))
        return;
      memory.add(heapSize(key) + heapSize(value));
      found.set(key, value);
    };
    if (collection) {
      for (const rows of readRows(view, collection, query)) {
        for (const row of rows) {
          someAtPath(row.doc, splitPath(key), 0, (value) => {
            if (isArray(value)) value.forEach(add);
            else add(value);
            return false;
          });
        }
        if (pacer.due) await pacer.pause();
      }
    }
    return { values: [...found.values()].sort((a, b) => compareValues(a, b, query.texts)) };
  });

export const readCommands: Readonly<Record<string, Handler>> = {
  find,
  getMore,
  killCursors,
  count,
  distinct,
};
