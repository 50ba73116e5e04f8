export {
  type ApiOperation,
  type ApiParameter,
  apiDocument,
  apiOperations,
  type Schema,
  sampleOf,
} from './api-operations.js';
export { type ApiRequest, requestOf } from './api-requests.js';
export {
  BAD_HEADERS,
  BAD_IDS,
  BAD_MEDIA_TYPES,
  BAD_QUERY_VALUES,
  badBody,
  badPacket,
  INSIDE,
  NEVER_STORED,
  ODD_TEXTS,
  oneOf,
  placesIn,
  replacedAt,
} from './bad-values.js';
export { BUSY_MACHINE } from './busy-machine.js';
export type { Composition } from './composition.js';
export { cutReaders } from './cut-readers.js';
export { unpackDataDirectory } from './data-directory.js';
export { deep } from './deep.js';
export { type TestEngines, testEngines } from './engines.js';
export { type Answer, HttpClient } from './http-client.js';
export { freePort, Line } from './line.js';
export { Marketplace } from './marketplace.js';
export { linesOf, movePart, partOf, readOrder } from './order-parts.js';
export type { ProductWish, TestFarm, TestPerson } from './people-and-goods.js';
export { TestProcess } from './process.js';
export { productionConfig } from './production-config.js';
export {
  PushService,
  type ReceivedPush,
  type TestSubscription,
} from './push-service.js';
export { type BuiltProgram, runBuilt, serverProgram, startBuilt } from './run-built.js';
export { ADDRESS, EVERY_DAY } from './samples.js';
export { ShopProcess } from './shop-process.js';
export { SocketClient } from './socket-client.js';
export { StockedShop } from './stocked-shop.js';
export { emailOf } from './test-identity.js';
export { TestIssuer } from './test-issuer.js';
export { waitFor } from './wait-for.js';
