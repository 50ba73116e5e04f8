import { ObjectId } from 'bson';
import { MAX_DOCUMENT_BYTES } from '../bson/encode.js';
import { isTruthy, makeDouble, makeLong } from '../bson/numbers.js';
import { type Doc, isArray, type Value } from '../bson/types.js';
import { typeMismatch } from '../errors.js';
import type { Handler, Request } from './context.js';

/** The version of MongoDB whose behaviour and wire protocol (21) this server implements. */
const SERVER_VERSION = '7.0.0';
const MAX_WIRE_VERSION = 21;
const ELECTION_ID = new ObjectId();
const PROCESS_ID = new ObjectId();

/** A replica set of one member: the driver starts sessions and transactions only on such a server. */
const hello: Handler = ({ address, nextConnectionId }, { name }) => ({
  helloOk: true,
  ...(name === 'hello' ? {} : { ismaster: true }),
  isWritablePrimary: true,
  secondary: false,
  setName: 'rs0',
  setVersion: 1,
  hosts: [address],
  primary: address,
  me: address,
  electionId: ELECTION_ID,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: nextConnectionId(),
  minWireVersion: 0,
  maxWireVersion: MAX_WIRE_VERSION,
  readOnly: false,
});

function listOf({ name, command }: Request): readonly Value[] {
  const list = command[name];
  if (isArray(list)) return list;
  throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'array'`);
}

const endSessions: Handler = ({ sessions }, request) => {
  for (const lsid of listOf(request)) sessions.end(lsid);
  return {};
};

/** An empty list means everybody's sessions; otherwise it names users, of whom there are none. */
const killAllSessions: Handler = ({ sessions }, request) => {
  if (listOf(request).length === 0) sessions.abortAll();
  return {};
};

function processorTime(): Doc {
  const { user, system } = process.cpuUsage();
  return { user_time_us: makeLong(BigInt(user)), system_time_us: makeLong(BigInt(system)) };
}

const nothing: Handler = () => ({});

export const diagnosticCommands: Readonly<Record<string, Handler>> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: nothing,
  buildInfo: () => ({
    version: SERVER_VERSION,
    versionArray: [7, 0, 0, 0],
    gitVersion: 'embedded',
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    modules: [],
    storageEngines: ['lmdb'],
  }),
  buildinfo: () => ({ version: SERVER_VERSION, versionArray: [7, 0, 0, 0] }),
  getParameter: () => ({ featureCompatibilityVersion: { version: '7.0' } }),
  getCmdLineOpts: () => ({ argv: [], parsed: {} }),
  connectionStatus: (_engine, { command }) => ({
    authInfo: {
      authenticatedUsers: [],
      authenticatedUserRoles: [],
      ...(isTruthy(command.showPrivileges) ? { authenticatedUserPrivileges: [] } : {}),
    },
  }),
  whatsmyuri: () => ({ you: '127.0.0.1:0' }),
  serverStatus: ({ cursors, store }): Doc => ({
    extra_info: processorTime(),
    host: 'embedded',
    version: SERVER_VERSION,
    process: PROCESS_ID.toHexString(),
    pid: makeLong(BigInt(process.pid)),
    uptime: makeDouble(process.uptime()),
    mem: { resident: Math.round(process.memoryUsage().rss / 1_048_576) },
    metrics: { cursor: { open: { total: cursors.size } } },
    transactions: { currentOpen: store.openTransactions.size },
  }),
  endSessions,
  killSessions: endSessions,
  killAllSessions,
  refreshSessions: nothing,
};
