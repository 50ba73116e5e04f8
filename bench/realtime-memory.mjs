/**
 * What a connected socket costs the gateway: `node bench/realtime-memory.mjs [sockets: 2000]`. Each is a visitor who
 * watches a page of 24 products of its own. Resident memory after a forced collection, before and after. Needs a build.
 */
import { Backstage, connect, later, load, residentKb, ticket } from './realtime/backstage.mjs';

const [count = 2_000] = process.argv.slice(2).map(Number);
/** So many come and go first: what the process needs anyway is there then. */
const WARM = 200;
const TARGET_KB = 40;
const stage = await Backstage.open();
try {
  // A collection when the process is told to: --expose-gc alone would leave nobody to call it.
  const gateway = await stage.start(
    'gateway',
    '--expose-gc',
    '--import',
    './bench/realtime/collect.mjs',
  );
  const measured = async () => {
    process.kill(gateway.pid, 'SIGWINCH');
    await later(3_000);
    return residentKb(gateway.pid);
  };
  const warm = await connect(WARM, gateway.port, { auth: { ticket: await ticket() } });
  for (const socket of warm) socket.disconnect();
  await later(1_000);
  const before = await measured();
  const pass = await ticket();
  for (let part = 0; part < 4; part++)
    await stage.program('bench/realtime/crowd.mjs', gateway.port, Math.round(count / 4), pass);
  await later(2_000);
  const after = await measured();
  const each = (after - before) / (Math.round(count / 4) * 4);
  console.log(
    `${count} sockets: ${(before / 1024).toFixed(0)} MB → ${(after / 1024).toFixed(0)} MB, ${each.toFixed(1)} kB each (target: under ${TARGET_KB}); load ${load()}`,
  );
} finally {
  await stage.close();
}
process.exit();
