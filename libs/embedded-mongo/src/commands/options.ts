import { isIntegral, isTruthy, toNumber } from '../bson/numbers.js';
import { type Doc, isArray, isDoc, isNumeric } from '../bson/types.js';
import { badValue, CommandError, failedToParse, notSupported, typeMismatch } from '../errors.js';
import { wordSet } from '../word-set.js';

/** The fields that a command may have besides its name. */
interface Options {
  /** Read by the handler, or without effect on the result. */
  known: ReadonlySet<string>;
  /** MongoDB's options that would change the result; refused unless they are off. */
  refused: ReadonlySet<string>;
}

const options = (known: string, refused = ''): Options => ({
  known: wordSet(known),
  refused: wordSet(refused),
});

/** Allowed on every command; drivers add most of them themselves. */
const GENERIC = wordSet(
  '$db $readPreference $clusterTime lsid txnNumber autocommit startTransaction readConcern writeConcern comment maxTimeMS apiVersion apiStrict apiDeprecationErrors',
);

const FIND_AND_MODIFY = options(
  'query fields sort hint remove update new upsert arrayFilters let collation',
  'bypassDocumentValidation',
);
const NO_OPTIONS = options('');

/** A command that is not listed here has no options of its own. */
const COMMAND_OPTIONS: ReadonlyMap<string, Options> = new Map(
  Object.entries({
    find: options(
      'filter projection sort hint skip limit batchSize singleBatch let collation noCursorTimeout allowDiskUse allowPartialResults oplogReplay',
      'min max returnKey showRecordId tailable awaitData term resumeAfter requestResumeToken',
    ),
    aggregate: options(
      'pipeline cursor explain hint let collation allowDiskUse',
      'bypassDocumentValidation',
    ),
    count: options('query limit skip hint collation fields'),
    distinct: options('key query hint collation'),
    explain: options('verbosity'),
    getMore: options('collection batchSize'),
    killCursors: options('cursors'),
    insert: options('documents ordered stmtId stmtIds', 'bypassDocumentValidation'),
    update: options('updates ordered let stmtId stmtIds', 'bypassDocumentValidation'),
    delete: options('deletes ordered let stmtId stmtIds'),
    findAndModify: FIND_AND_MODIFY,
    findandmodify: FIND_AND_MODIFY,
    create: options(
      'validator validationLevel validationAction collation autoIndexId storageEngine indexOptionDefaults',
      'capped size max timeseries expireAfterSeconds viewOn pipeline clusteredIndex idIndex encryptedFields changeStreamPreAndPostImages',
    ),
    collMod: options(
      'validator validationLevel validationAction index',
      'viewOn pipeline timeseries expireAfterSeconds cappedSize cappedMax changeStreamPreAndPostImages dryRun',
    ),
    createIndexes: options('indexes commitQuorum', 'ignoreUnknownIndexOptions'),
    dropIndexes: options('index'),
    listIndexes: options('cursor', 'includeBuildUUIDs includeIndexBuildInfo'),
    listCollections: options('filter nameOnly cursor authorizedCollections'),
    listDatabases: options('filter nameOnly authorizedDatabases'),
    renameCollection: options('to dropTarget'),
    collStats: options('scale'),
    dbStats: options('scale', 'freeStorage'),
    connectionStatus: options('showPrivileges'),
    getParameter: options('featureCompatibilityVersion'),
    commitTransaction: options('recoveryToken'),
    abortTransaction: options('recoveryToken'),
    configureFailPoint: options('mode data'),
  }),
);

/** Unknown fields are ignored here, as in MongoDB: the first message of a newer client must not fail. */
const LENIENT = new Set(['hello', 'isMaster', 'ismaster']);

/** Commands with statements: the field that holds them, and the fields that each may have. */
const STATEMENTS: ReadonlyMap<string, readonly [field: string, Options]> = new Map([
  ['update', ['updates', options('q u c multi upsert arrayFilters hint collation')]],
  ['delete', ['deletes', options('q limit hint collation')]],
]);

export const unknownField = (path: string) =>
  new CommandError(40415, `BSON field '${path}' is an unknown field.`);

const READ_CONCERN = wordSet(
  'level afterClusterTime atClusterTime afterOpTime provenance allowTransactionTableSnapshot',
);
const LEVELS = wordSet('local majority available linearizable snapshot');
const WRITE_CONCERN = wordSet('w j fsync wtimeout provenance');
const MAX_NODES = 50;

/** The reads that support `readConcern: snapshot` outside a transaction. */
const SNAPSHOT_READS = new Set(['find', 'aggregate']);

function checkReadConcern(name: string, { readConcern, autocommit }: Doc): void {
  if (readConcern === undefined) return;
  if (!isDoc(readConcern)) throw failedToParse('readConcern field should be an object');
  for (const field of Object.keys(readConcern)) {
    if (!READ_CONCERN.has(field)) throw invalid(`Unrecognized option in readConcern: ${field}`);
  }
  const { level = 'local', atClusterTime } = readConcern;
  if (typeof level !== 'string') throw typeMismatch('"level" had the wrong type. Expected string');
  if (!LEVELS.has(level))
    throw failedToParse(`readConcern.level must be one of ${[...LEVELS].join(', ')}`);
  if (atClusterTime !== undefined && level !== 'snapshot')
    throw invalid('atClusterTime field can be set only if level is equal to snapshot');
  if (atClusterTime !== undefined) throw notSupported('readConcern with atClusterTime', 246);
  if (level === 'snapshot' && autocommit === undefined && !SNAPSHOT_READS.has(name))
    throw notSupported(`readConcern level snapshot of '${name}' outside a transaction`, 246);
}

function checkWriteConcern({ writeConcern }: Doc): void {
  if (writeConcern === undefined) return;
  if (!isDoc(writeConcern)) throw typeMismatch("'writeConcern' must be an object");
  for (const field of Object.keys(writeConcern))
    if (!WRITE_CONCERN.has(field)) throw unknownField(`WriteConcernOptions.${field}`);
  const { w, j, fsync } = writeConcern;
  if (isTruthy(j) && isTruthy(fsync))
    throw failedToParse('fsync and j options cannot be used together');
  if (isNumeric(w) && !(toNumber(w) >= 0 && toNumber(w) <= MAX_NODES))
    throw failedToParse('w has to be a non-negative number and not greater than 50');
  if (w !== undefined && !isNumeric(w) && typeof w !== 'string' && !isDoc(w))
    throw failedToParse('w has to be a number, string, or object');
}

/** The `writeConcernError` for a write concern that a single node cannot meet; the write itself succeeds. */
export function unmetWriteConcern({ writeConcern }: Doc): Doc | undefined {
  const w = isDoc(writeConcern) ? writeConcern.w : undefined;
  const unmet = (code: number, codeName: string, errmsg: string) => ({ code, codeName, errmsg });
  if (isNumeric(w) && toNumber(w) > 1)
    return unmet(100, 'UnsatisfiableWriteConcern', 'Not enough data-bearing nodes');
  if (typeof w === 'string' && w !== 'majority') {
    const errmsg = `No write concern mode named '${w}' found in replica set configuration`;
    return unmet(79, 'UnknownReplWriteConcern', errmsg);
  }
  return undefined;
}

const MAX_INT32 = 2 ** 31 - 1;

/** `maxTimeMS` of the command in ms; 0: no limit. */
export function maxTimeOf(command: Doc): number {
  const { maxTimeMS } = command;
  if (maxTimeMS === undefined) return 0;
  if (!isNumeric(maxTimeMS)) throw badValue('maxTimeMS must be a number');
  const ms = toNumber(maxTimeMS);
  if (!isIntegral(maxTimeMS)) throw badValue('maxTimeMS has non-integral value');
  if (ms < 0 || ms > MAX_INT32) throw badValue(`${ms} value for maxTimeMS is out of range`);
  const [name] = Object.keys(command);
  if (ms > 0 && name === 'getMore')
    throw badValue('cannot set maxTimeMS on getMore command for a non-awaitData cursor');
  if (ms > 0 && name === 'createIndexes') throw notSupported('createIndexes with maxTimeMS');
  return ms;
}

function checkHint({ hint }: Doc): void {
  if (hint === undefined || typeof hint === 'string' || isDoc(hint)) return;
  throw failedToParse('Hint must be a string or an object');
}

const invalid = (message: string) => new CommandError(72, message);

/** Throws for a field that the command does not support, so that none is silently ignored. */
export function checkOptions(command: Doc): void {
  const [name = '', ...fields] = Object.keys(command);
  if (LENIENT.has(name)) return;
  const { known, refused } = COMMAND_OPTIONS.get(name) ?? NO_OPTIONS;
  for (const field of fields) {
    if (known.has(field) || GENERIC.has(field)) continue;
    if (!refused.has(field)) throw unknownField(`${name}.${field}`);
    if (isTruthy(command[field])) throw notSupported(`${name} option '${field}'`);
  }
  if (isDoc(command.cursor)) {
    for (const field of Object.keys(command.cursor))
      if (field !== 'batchSize') throw unknownField(`${name}.cursor.${field}`);
  }
  checkReadConcern(name, command);
  checkWriteConcern(command);
  checkHint(command);
  checkStatements(name, command);
  if (name === 'explain' && isDoc(command.explain)) checkOptions(command.explain);
}

function checkStatements(name: string, command: Doc): void {
  const [field = '', allowed = NO_OPTIONS] = STATEMENTS.get(name) ?? [];
  const statements = command[field];
  if (!isArray(statements)) return;
  for (const statement of statements.filter(isDoc)) {
    for (const one of Object.keys(statement))
      if (!allowed.known.has(one)) throw unknownField(`${name}.${field}.${one}`);
    checkHint(statement);
  }
}
