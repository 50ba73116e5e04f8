export { EmbeddedMongoError } from './errors.js';
export type { Log, LogEntry } from './server/log.js';
export {
  type EmbeddedMongo,
  type EmbeddedMongoOptions,
  startEmbeddedMongo,
} from './server/server.js';
export { TemporaryMongo, type TemporaryMongoOptions } from './temporary.js';
