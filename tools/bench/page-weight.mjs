/**
 * Transfer size of the first load of a page: every request of a visitor in a new browser, until the network has been
 * idle for half a second, in compressed bytes with headers, as Chromium counts them. Exits 1 if a page exceeds its
 * target. `--quiet 2000` waits for two idle seconds and so includes the live client, which loads after the page.
 *
 *   node tools/bench/page-weight.mjs [--all] [--quiet ms] [--width 1280] [--base address of an open shop] [path…]
 */
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { openBrowser, openShop } from './open-shop.mjs';

const TARGET = { bytes: 180_000, requests: 20, scriptGzip: 120_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    base: { type: 'string' },
    quiet: { type: 'string', default: '500' },
  },
});
const paths = positionals.length > 0 ? positionals : ['/', '/products'];
const shop = values.base ? { base: values.base, close: () => undefined } : await openShop(3479);
let missed = 0;
try {
  const browser = await openBrowser();
  for (const path of paths) report(path, await load(browser, shop.base + path));
  await browser.close();
} finally {
  shop.close();
}
process.exitCode = missed === 0 ? 0 : 1;

/** All requests of the first load, each with its type, its transferred bytes, and for scripts the size in gzip. */
async function load(browser, url) {
  const viewport = { width: Number(values.width), height: Number(values.height) };
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const requests = new Map();
  const open = new Set();
  let changedAt = Date.now();
  const note = (id) => {
    changedAt = Date.now();
    return requests.get(id) ?? {};
  };
  line.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // these are not transferred: the page contains or creates them
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return;
    requests.set(requestId, { url: request.url, type, bytes: 0, frames: 0 });
    open.add(requestId);
    note(requestId);
  });
  line.on('Network.responseReceived', ({ requestId, response }) => {
    const { headers, fromDiskCache } = response;
    Object.assign(note(requestId), { encoding: headers['content-encoding'], fromDiskCache });
  });
  line.on('Network.requestServedFromCache', ({ requestId }) => {
    requests.delete(requestId);
    open.delete(requestId);
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    Object.assign(note(requestId), { bytes: encodedDataLength });
    open.delete(requestId);
  });
  line.on('Network.loadingFailed', ({ requestId }) => {
    note(requestId);
    open.delete(requestId);
  });
  line.on('Network.webSocketCreated', ({ requestId, url: address }) => {
    requests.set(requestId, { url: address, type: 'WebSocket', bytes: 0 });
  });
  line.on('Network.webSocketFrameReceived', ({ requestId, response }) => {
    note(requestId).bytes += response.payloadData.length;
  });
  await page.goto(url, { waitUntil: 'load' });
  while (open.size > 0 || Date.now() - changedAt < Number(values.quiet))
    await page.waitForTimeout(50);
  for (const [id, request] of requests) {
    if (request.type !== 'Script' || request.bytes === 0) continue;
    const { body } = await line.send('Network.getResponseBody', { requestId: id });
    request.scriptGzip = gzipSync(body, { level: 9 }).length;
  }
  await context.close();
  return [...requests.values()];
}

function report(path, requests) {
  const sum = (key, of = requests) => of.reduce((total, one) => total + (one[key] ?? 0), 0);
  const types = Map.groupBy?.(requests, ({ type }) => type) ?? groupByType(requests);
  const total = {
    bytes: sum('bytes'),
    requests: requests.length,
    scriptGzip: sum('scriptGzip'),
  };
  console.log(`${path} at ${values.width} px: ${kb(total.bytes)} in ${total.requests} requests`);
  for (const [type, of] of types)
    console.log(
      `  ${type.padEnd(11)} ${String(of.length).padStart(3)} ${kb(sum('bytes', of)).padStart(9)}` +
        (type === 'Script' ? `   (${kb(total.scriptGzip)} in gzip)` : ''),
    );
  if (values.all)
    for (const { type, bytes, url, encoding } of requests.sort((a, b) => b.bytes - a.bytes))
      console.log(
        `    ${String(bytes).padStart(7)} ${type.padEnd(10)} ${(encoding ?? '').padEnd(5)} ${url}`,
      );
  for (const [key, target] of Object.entries(TARGET)) {
    if (total[key] <= target) continue;
    missed += 1;
    console.log(`  over its target: ${key} ${total[key]} > ${target}`);
  }
}

function groupByType(requests) {
  const groups = new Map();
  for (const one of requests) groups.set(one.type, [...(groups.get(one.type) ?? []), one]);
  return groups;
}

function kb(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
