import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deserialize, serialize } from 'bson';
import type { Document, MongoClient } from 'mongodb';

const MORE_TO_COME = 2;

/** Sends commands exactly as given, because the driver would add its own session. */
export class RawConnection {
  private constructor(private readonly socket: Socket) {}

  static async to(client: MongoClient): Promise<RawConnection> {
    const [host] = client.options.hosts;
    if (host?.host === undefined || host.port === undefined)
      throw new Error('no TCP host to connect to');
    const socket = connect(host.port, host.host);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Sends a command that gets no answer (`w: 0`). */
  send(command: Document): void {
    this.write(command, MORE_TO_COME);
  }

  /** Sends a section of a message as its bytes, and waits until the server closes the connection. */
  async sendInvalid(section: Buffer): Promise<void> {
    const closed = once(this.socket, 'close');
    this.writeSections(section, 0);
    await closed;
  }

  private write(command: Document, flags: number): void {
    this.writeSections(Buffer.concat([Buffer.alloc(1), serialize(command)]), flags);
  }

  private writeSections(body: Buffer, flags: number): void {
    const head = Buffer.alloc(20);
    head.writeInt32LE(head.length + body.length, 0);
    head.writeInt32LE(1, 4);
    head.writeInt32LE(2013, 12);
    head.writeInt32LE(flags, 16);
    this.socket.write(Buffer.concat([head, body]));
  }

  async command(command: Document): Promise<Document> {
    this.write(command, 0);
    let reply = Buffer.alloc(0);
    while (reply.length < 4 || reply.length < reply.readInt32LE(0)) {
      const [chunk] = await once(this.socket, 'data');
      reply = Buffer.concat([reply, chunk]);
    }
    return deserialize(reply.subarray(21));
  }

  close(): void {
    this.socket.destroy();
  }
}
