export { type TestEngines, testEngines } from './engines.js';
export { type Answer, HttpClient } from './http-client.js';
export {
  ADDRESS,
  Marketplace,
  type ProductWish,
  type TestFarm,
  type TestPerson,
} from './marketplace.js';
export { SocketClient } from './socket-client.js';
export { emailOf } from './test-identity.js';
export { waitFor } from './wait-for.js';
