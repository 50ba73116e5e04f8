import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { COMPILED, untilReady } from './server-process.js';

const COMPILER = '/usr/bin/cc';
/** Preloaded before the C library: while the file exists, every sync to the disk fails. */
const LIBRARY = `
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int is_failing(void) {
  if (access(getenv("FAILING_SYNC"), F_OK) != 0) return 0;
  errno = EIO;
  return 1;
}
int fdatasync(int fd) { return is_failing() ? -1 : (int)syscall(SYS_fdatasync, fd); }
int fsync(int fd) { return is_failing() ? -1 : (int)syscall(SYS_fsync, fd); }
`;

/** Whether this machine can compile the library: Linux with a C compiler. */
export const canFailSyncs = process.platform === 'linux' && existsSync(COMPILER);

/**
 * Starts a program that embeds the server and handles no rejections, on a disk that can be made to fail. `work` is a
 * folder for the library and its switch.
 */
export async function startHostOnFailingDisk(dir: string, work: string) {
  const [source, library] = [join(work, 'failing-sync.c'), join(work, 'failing-sync.so')];
  const failing = join(work, 'failing');
  await writeFile(source, LIBRARY);
  await promisify(execFile)(COMPILER, ['-shared', '-fPIC', '-o', library, source]);
  const host = `
    import { startEmbeddedMongo } from ${JSON.stringify(pathToFileURL(join(COMPILED, 'index.js')))};
    const { uri } = await startEmbeddedMongo({ dir: ${JSON.stringify(dir)}, port: 0 });
    console.log('embedded-mongo ready on ' + uri);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', host], {
    env: { LD_PRELOAD: library, FAILING_SYNC: failing },
  });
  const started = await untilReady(child);
  return {
    ...started,
    fail: () => writeFile(failing, ''),
    mend: () => rm(failing),
  };
}
