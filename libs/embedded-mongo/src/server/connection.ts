import { encode } from '../bson/encode.js';
import { type Doc, isDoc, type Value } from '../bson/types.js';

const HELLO = new Set(['hello', 'isMaster', 'ismaster']);

/** What the server knows of a connection. */
export class Connection {
  /** How its client describes itself in its first message: all connections of one client do it alike. */
  client: string | undefined;
  /** Nothing but hello came in: a driver watches the server by such a connection as long as its client is open. */
  watches = true;
  /** The name that the client's application gives itself. */
  appName: Value;
  /** It was the server that closed it. */
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
