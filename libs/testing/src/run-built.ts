import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Runs a program of the build to its end, as its npm script does; answers what it said and its exit code. */
export async function runBuilt(
  file: string,
  ...args: string[]
): Promise<{ said: string; code: unknown }> {
  if (!existsSync(file)) throw new Error(`${file} is not built: npm run build`);
  const { NODE_OPTIONS: _options, NODE_ENV: _env, ...env } = process.env;
  const child = spawn(process.execPath, [file, ...args], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  const [code] = (await once(child, 'exit')) as unknown[];
  return { said, code };
}
