import { encode } from '../bson/encode.js';
import { type Doc, isDoc } from '../bson/types.js';

const HELLO = new Set(['hello', 'isMaster', 'ismaster']);

/** What the server knows of a connection. */
export class Connection {
  /** How its client describes itself in its first message: all connections of one client do it alike. */
  client: string | undefined;
  /** Nothing but hello came in: a driver watches the server by such a connection as long as its client is open. */
  watches = true;

  see(command: Doc): void {
    const [name = ''] = Object.keys(command);
    if (!HELLO.has(name)) this.watches = false;
    else if (isDoc(command.client)) this.client = encode(command.client).toString('latin1');
  }
}
