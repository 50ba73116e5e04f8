import { createServer, type Server } from 'node:net';
import { listenOn } from '../market-day/ports';

/** An SMTP server that accepts all mails and counts them by the document they are about. */
export class MailServer {
  /** Number of copies of each mail, by collection and id: `notifications 6b02…`. */
  readonly received = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<MailServer> {
    const server = createServer();
    const mailServer = new MailServer(server, await listenOn(server));
    server.on('connection', (socket) => {
      let mail: string | null = null;
      let line = '';
      socket.on('error', () => {});
      socket.setEncoding('utf8').on('data', (text: string) => {
        if (mail === null) line += text;
        else mail += text;
        if (mail?.endsWith('\r\n.\r\n')) {
          mailServer.#count(mail);
          mail = null;
          socket.write('250 taken\r\n');
        } else if (mail === null && line.endsWith('\r\n')) {
          const command = line;
          line = '';
          if (command.startsWith('QUIT')) socket.end('221 bye\r\n');
          else if (command.startsWith('DATA')) {
            mail = '';
            socket.write('354 go on\r\n');
          } else socket.write('250 ok\r\n');
        }
      });
      socket.write('220 ready\r\n');
    });
    return mailServer;
  }

  close(): void {
    this.server.close();
  }

  #count(mail: string): void {
    const [, id = 'without', about = 'an id'] =
      /^Message-ID: <([0-9a-f]+)@(\w+)\.farmgate>/im.exec(mail) ?? [];
    const key = `${about} ${id}`;
    this.received.set(key, (this.received.get(key) ?? 0) + 1);
  }
}
