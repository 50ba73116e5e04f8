/** What the scripts share; only Node's own modules, because packages may not be installed yet. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const NEEDED = [20, 19];

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  fail(`Farmgate needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}.`);
}

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

export const say = (line) => process.stdout.write(`${line}\n`);

/** Runs a command to its end; resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Installs the packages of the lock file unless exactly they are there. */
export async function installPackages() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
  )
    return;
  say('Installing packages …');
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  if ((await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env })) !== 0)
    fail('npm ci failed.');
}

export const hasCommand = (command) =>
  spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Makes sure that a program is there: installs it where that is possible without asking, else says what to do. */
export async function requireCommand(command, debianPackage, otherwise) {
  if (await installCommand(command, debianPackage)) return;
  fail(
    `${command} is missing: install it (apt-get install ${debianPackage}, brew install ${debianPackage.replace('-server', '')}, …)${otherwise ?? '.'}`,
  );
}

/** Whether the command is there, by apt if need be and possible. */
export async function installCommand(command, debianPackage) {
  if (hasCommand(command)) return true;
  if (process.getuid?.() !== 0 || !hasCommand('apt-get')) return false;
  say(`Installing ${debianPackage} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], quiet);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], quiet);
  return hasCommand(command);
}

/** The latest change, in ms, of any file under these folders or of these files. */
export function latestChange(paths) {
  let latest = 0;
  for (const path of paths) {
    const full = join(root, path);
    if (!existsSync(full)) continue;
    const stat = statSync(full);
    latest = Math.max(latest, stat.mtimeMs);
    if (!stat.isDirectory()) continue;
    const inside = readdirSync(full).filter((name) => name !== 'node_modules');
    latest = Math.max(latest, latestChange(inside.map((name) => join(path, name))));
  }
  return latest;
}

/** Milliseconds between two looks at who the parent is. */
const PARENT_MS = 250;

/**
 * Ends this process as SIGTERM does when its parent dies, which sends no signal. npm is the parent where its script
 * begins with `exec`: otherwise a shell is in between, which outlives npm and passes no signal on.
 */
export function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_MS);
  timer.unref();
}
