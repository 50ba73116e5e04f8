export { EmbeddedMongoError } from './errors.js';
export {
  type EmbeddedMongo,
  type EmbeddedMongoOptions,
  startEmbeddedMongo,
} from './server/server.js';
