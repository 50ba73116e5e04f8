import { encode } from '../bson/encode.js';
import { type Doc, isDoc, type Value } from '../bson/types.js';

const HELLO = new Set(['hello', 'isMaster', 'ismaster']);

/** State of a client's connection. */
export class Connection {
  /** The client's metadata from the first message, encoded; the same on all connections of a client. */
  client: string | undefined;
  /** Only `hello` has arrived: a driver monitors the server over such a connection while its client is open. */
  watches = true;
  /** The application name in the client's metadata. */
  appName: Value;
  /** The server has closed the connection. */
  dropped = false;

  see(command: Doc): void {
    const [name = ''] = Object.keys(command);
    if (!HELLO.has(name)) this.watches = false;
    else if (isDoc(command.client)) {
      const { application } = command.client;
      this.client = encode(command.client).toString('latin1');
      this.appName = isDoc(application) ? application.name : undefined;
    }
  }
}
