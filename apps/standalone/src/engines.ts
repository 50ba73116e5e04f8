import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A MongoDB or Redis server that runs as a child of this process and ends with it. */
export interface Engine {
  readonly url: string;
  /** Resolves with a sentence if the engine ends before `stop` is called. */
  readonly died: Promise<string>;
  /** Shuts it down gracefully; kills it after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** The engine could not be started; the message says what to do. */
export class EngineError extends Error {}

const START_MS = 15_000;
const MONGO_MAIN = fileURLToPath(
  new URL('../../../libs/embedded-mongo/src/main.js', import.meta.url),
);

/**
 * Starts the embedded MongoDB in `<dataDir>/mongo` on a free port; `none` trades durability for speed, for tests.
 * Throws {@link EngineError}.
 */
export async function startMongo(
  dataDir: string,
  durability: 'commit' | 'none' = 'commit',
): Promise<Engine> {
  const dir = await privateFolder(dataDir, 'mongo');
  // Detached, because Ctrl-C must not reach the engine before this process has closed its connections.
  const child = spawn(
    process.execPath,
    [
      // As for all server processes: below this limit the heap is collected sooner.
      '--max-old-space-size=1024',
      MONGO_MAIN,
      '--dir',
      dir,
      '--port',
      '0',
      '--durability',
      durability,
      '--exit-with-parent',
    ],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  const name = 'The embedded MongoDB';
  const explain = damageOf(dir);
  const url = await lineMatching(child, /ready on (mongodb:\/\/\S+)/, name, explain);
  return engineOf(name, child, url, () => child.kill('SIGTERM'), explain);
}

/** An engine's folder, accessible only to its owner, even if an earlier build created it. */
export async function privateFolder(dataDir: string, name: string): Promise<string> {
  const dir = join(dataDir, name);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
  return dir;
}

/** How an engine ended. */
interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}
/** A sentence that says what to do about an ending, if anything can be done. */
type Explain = (ending: Ending) => string | null;

/** The exit code of an engine that finds its data damaged, and the signals of one that reads a missing page. */
const DAMAGED_CODE = 3;
const DAMAGED_SIGNALS: ReadonlySet<NodeJS.Signals | null> = new Set([
  'SIGBUS',
  'SIGSEGV',
  'SIGABRT',
]);

const damageOf =
  (dir: string): Explain =>
  ({ code, signal }) =>
    code === DAMAGED_CODE || DAMAGED_SIGNALS.has(signal)
      ? `${join(dir, 'data.mdb')} is damaged. Move ${dir} to another place and restore a backup: npm run restore -- --from <folder> --overwrite`
      : null;

/**
 * Reads a process id, and ends that process when the input closes, which also happens when this process is killed.
 * Redis does not end by SIGTERM alone while it writes its first file.
 */
const WATCHER = `read -r pid || exit; read -r _; kill "$pid" || exit; n=0
while kill -0 "$pid" && [ $n -lt 30 ]; do sleep 0.1; n=$((n + 1)); done; kill -9 "$pid"`;

/** Starts a server that does not end by itself when this process does. */
export function spawnWatched(command: string, settings: readonly string[]): ChildProcess {
  const watcher = spawn('sh', ['-c', WATCHER], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const child = spawn(command, settings, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  watcher.stdin.on('error', () => {}); // it was killed, which ends the server
  watcher.on('error', () => child.kill('SIGTERM'));
  watcher.once('exit', () => child.kill('SIGTERM'));
  child.once('exit', () => watcher.kill('SIGKILL'));
  child.once('error', () => watcher.kill('SIGKILL'));
  if (child.pid !== undefined) watcher.stdin.write(`${child.pid}\n`);
  return child;
}

/** Starts a private redis-server on a free port; throws {@link EngineError}. */
export async function startRedis(dataDir: string): Promise<Engine> {
  const dir = await privateFolder(dataDir, 'redis');
  const port = await freePort();
  const settings = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--appendonly',
    'yes',
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
  ];
  const child = spawnWatched('redis-server', settings);
  await lineMatching(child, /Ready to accept connections/, 'redis-server');
  return engineOf('redis-server', child, `redis://127.0.0.1:${port}`, () => child.kill('SIGTERM'));
}

export function engineOf(
  name: string,
  child: ChildProcess,
  url: string,
  end: () => void,
  explain: Explain = () => null,
): Engine {
  let isStopping = false;
  const exited = once(child, 'exit') as Promise<[Ending['code'], Ending['signal']]>;
  return {
    url,
    died: new Promise((resolve) => {
      void exited.then(
        ([code, signal]: [Ending['code'], Ending['signal']]) =>
          !isStopping &&
          resolve(explain({ code, signal }) ?? `${name} has stopped (${code ?? 'killed'}).`),
      );
    }),
    async stop(timeoutMs) {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      end();
      const killer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      await exited;
      clearTimeout(killer);
    },
  };
}

/** Waits for the line with which an engine reports that it is ready; the error has its last lines of output. */
export async function lineMatching(
  child: ChildProcess,
  ready: RegExp,
  name: string,
  explain: Explain = () => null,
): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('the engine has no output');
  const said: string[] = [];
  const result = await new Promise<string | undefined>((resolve) => {
    const listen = (line: string) => {
      said.push(line);
      const found = ready.exec(line);
      if (found) resolve(found[1] ?? found[0]);
    };
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface(stream).on('line', listen);
    child.once('error', (error) => resolve(void said.push(error.message)));
    child.once('exit', () => resolve(undefined));
    setTimeout(() => resolve(undefined), START_MS).unref();
  });
  if (result !== undefined) return result;
  const { exitCode: code, signalCode: signal } = child;
  child.kill('SIGKILL');
  const advice = explain({ code, signal });
  if (advice !== null) throw new EngineError(advice);
  throw new EngineError(
    `${name} did not start: ${said.slice(-3).join(' | ') || 'it said nothing'}`,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
