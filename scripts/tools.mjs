/** Shared by the scripts. Imports only Node's own modules, because packages may not be installed yet. */
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

/** Installs the packages of the lock file, unless that was done since its last change. */
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

/** Installs a missing program if that needs no confirmation, otherwise exits with instructions. */
export async function requireCommand(command, debianPackage, otherwise) {
  if (await installCommand(command, debianPackage)) return;
  fail(
    `${command} is missing: install it (apt-get install ${debianPackage}, brew install ${debianPackage.replace('-server', '')}, …)${otherwise ?? '.'}`,
  );
}

/** Whether a command exists; tries to install a missing one with apt. */
export async function installCommand(command, debianPackage) {
  if (hasCommand(command)) return true;
  if (process.getuid?.() !== 0 || !hasCommand('apt-get')) return false;
  say(`${command} is missing: apt-get installs ${debianPackage} now.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], quiet);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], quiet);
  return hasCommand(command);
}

/** The latest modification time, in epoch ms, of these files and of all files below these folders. */
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

/** Poll interval of the parent process id, in ms. */
const PARENT_MS = 250;

/**
 * Sends SIGTERM to this process when its parent dies, which by itself causes no signal. npm is the parent only if its
 * script begins with `exec`; otherwise a shell in between outlives npm and forwards no signal.
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
