import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Compiles the current sources into a folder, so that process tests need no build; `cleanUp` deletes it. */
export async function compileServer(): Promise<string> {
  const out = join(ROOT, '.scratch', `embedded-mongo-${process.pid}`);
  const files = await readdir(SOURCE, { recursive: true });
  for (const file of files) {
    if (!file.endsWith('.ts') || file.includes('spec.ts') || file.startsWith('testing')) continue;
    const source = await readFile(join(SOURCE, file), 'utf8');
    const { code } = await transform(source, {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    const target = join(out, relative(SOURCE, join(SOURCE, file)).replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, code);
  }
  await writeFile(join(out, 'package.json'), '{ "type": "module" }\n');
  return out;
}

/** The processes that have not ended. */
const running = new Set<ChildProcess>();

/** Deletes the folder, and ends the processes that a failed test has left behind. */
export async function cleanUp(out: string): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  await rm(out, { recursive: true, force: true });
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
  out: string,
  args: readonly string[],
  fileKb?: number,
): Promise<ServerProcess> {
  const command = [process.execPath, join(out, 'main.js'), ...args];
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
export async function runProcess(out: string, args: readonly string[]): Promise<Finished> {
  const child = spawn(process.execPath, [join(out, 'main.js'), ...args]);
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
