import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { BUSY_MACHINE } from './busy-machine.js';

interface Ended {
  /** The combined text of stdout and stderr. */
  readonly said: string;
  readonly code: number | null;
}

/** A built program as a separate process. */
export interface BuiltProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Server processes; the other programs are commands. */
const PROCESSES = ['api', 'gateway', 'worker', 'standalone'];

/** The file of a process or a command, from the sources as the global setup of Jest has compiled them. */
export const serverProgram = (name: string): string =>
  `.scratch/server/apps/${PROCESSES.includes(name) ? `${name}/src/main` : `standalone/src/commands/${name}`}.js`;

/** Starts a built program as its npm script does. */
export function startBuilt(
  file: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): BuiltProgram {
  if (!existsSync(file)) throw new Error(`${file} is not built: npm run build`);
  const { NODE_OPTIONS: _options, NODE_ENV: _env, ...env } = process.env;
  const { MAX_LAG_MS } = BUSY_MACHINE;
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...env, MAX_LAG_MS, ...settings },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  const ended = once(child, 'close').then(([code]) => ({ said, code: code as number | null }));
  return { child, ended };
}

/** Runs a built program to its end. */
export function runBuilt(file: string, ...args: string[]): Promise<Ended> {
  return startBuilt(file, args).ended;
}
