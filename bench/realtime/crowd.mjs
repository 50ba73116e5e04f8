/** Sockets that are there and hear nothing of the board, in a process of their own. `crowd.mjs port count ticket` */
import { connect } from './backstage.mjs';

const [port, count, ticket] = process.argv.slice(2);
const sockets = await connect(Number(count), Number(port), { auth: { ticket } });
const id = (n) => n.toString(16).padStart(24, '0');
for (const [at, socket] of sockets.entries()) {
  const productIds = Array.from({ length: 24 }, (_, n) => id(1_000_000 + at * 24 + n));
  if (ticket) socket.emit('product.watch', { productIds }, () => {});
}
process.stdout.write(`${sockets.length}\n`);
