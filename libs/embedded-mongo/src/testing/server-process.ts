import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The sources as the global setup of Jest has compiled them. */
export const COMPILED = join(
  import.meta.dirname,
  '../../../../.scratch/server/libs/embedded-mongo/src',
);
const MAIN = join(COMPILED, 'main.js');

/** The processes that have not ended. */
const running = new Set<ChildProcess>();

/** Ends the processes that a failed test has left behind. */
export function cleanUp(): void {
  for (const child of running) child.kill('SIGKILL');
}

interface ServerProcess {
  child: ChildProcess;
  /** The first line of its output. */
  line: string;
  uri: string;
}

/**
 * Starts the server as a process and waits for the line it prints when it is ready. `fileKb` limits the size of its
 * files in kilobytes, to simulate a full disk.
 */
export async function startProcess(
  args: readonly string[],
  fileKb?: number,
): Promise<ServerProcess> {
  const command = [process.execPath, MAIN, ...args];
  // Bash counts in kilobytes. Ignore SIGXFSZ, which would end the process before the write fails.
  const limited = `trap '' XFSZ; ulimit -S -f ${fileKb}; exec "$@"`;
  const [program = '', ...rest] = fileKb ? ['bash', '-c', limited, 'bash', ...command] : command;
  return untilReady(spawn(program, rest, { stdio: ['pipe', 'pipe', 'pipe'] }));
}

export async function untilReady(child: ChildProcess): Promise<ServerProcess> {
  running.add(child);
  child.once('exit', () => running.delete(child));
  const line = await firstLine(child);
  return { child, line, uri: line.replace('embedded-mongo ready on ', '') };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let output = '';
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('\n')) resolve(output.slice(0, output.indexOf('\n')));
    });
    child.once('exit', (code) => reject(new Error(`exit code ${code}: ${errors.trim()}`)));
  });
}

interface Finished {
  code: number | null;
  output: string;
}

/** Runs the program to its end. */
export async function runProcess(args: readonly string[]): Promise<Finished> {
  const child = spawn(process.execPath, [MAIN, ...args]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, output };
}
