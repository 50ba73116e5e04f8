import { createServer, type Server } from 'node:net';
import { listenOn } from './ports';

/** A mail server that takes every mail and remembers which it got: as much of SMTP as that needs. */
export class PostBox {
  /** How often each mail was handed over, by what it is about and its id: `notifications 6b02…`. */
  readonly got = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<PostBox> {
    const server = createServer();
    const box = new PostBox(server, await listenOn(server));
    server.on('connection', (socket) => {
      let mail: string | null = null;
      let line = '';
      socket.on('error', () => {});
      socket.setEncoding('utf8').on('data', (text: string) => {
        if (mail === null) line += text;
        else mail += text;
        if (mail?.endsWith('\r\n.\r\n')) {
          box.#take(mail);
          mail = null;
          socket.write('250 taken\r\n');
        } else if (mail === null && line.endsWith('\r\n')) {
          const said = line;
          line = '';
          if (said.startsWith('QUIT')) socket.end('221 bye\r\n');
          else if (said.startsWith('DATA')) {
            mail = '';
            socket.write('354 go on\r\n');
          } else socket.write('250 ok\r\n');
        }
      });
      socket.write('220 ready\r\n');
    });
    return box;
  }

  close(): void {
    this.server.close();
  }

  #take(mail: string): void {
    const [, id = 'without', about = 'an id'] =
      /^Message-ID: <([0-9a-f]+)@(\w+)\.farmgate>/im.exec(mail) ?? [];
    const key = `${about} ${id}`;
    this.got.set(key, (this.got.get(key) ?? 0) + 1);
  }
}
