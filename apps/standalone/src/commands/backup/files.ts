import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type DumpedPicture, picturesDir } from './backup-format.js';

/** A stream that counts and hashes the bytes that pass through it. */
export class Meter extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: string, done: (e: null, chunk: Buffer) => void) {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }

  /** Call it once, at the end. */
  sha256(): string {
    return this.hash.digest('hex');
  }
}

/** Writes a compressed file. */
export async function pack(chunks: AsyncIterable<Uint8Array>, file: string): Promise<Meter> {
  const meter = new Meter();
  await pipeline(chunks, meter, createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600 }));
  return meter;
}

/** Reads a compressed file. */
export async function* unpack(file: string): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  // Awaited below, so that the reader gets errors of the file.
  const reading = pipeline(createReadStream(file), unpacked);
  reading.catch(() => {});
  yield* unpacked as AsyncIterable<Buffer>;
  await reading;
}

/** Copies one file; returns its size and checksum. */
export async function copy(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  const meter = new Meter();
  await pipeline(createReadStream(from), meter, createWriteStream(to, { mode: 0o600 }));
  return { bytes: meter.bytes, sha256: meter.sha256() };
}

/** Copies the pictures of a folder into the backup; unfinished uploads have other names and are skipped. */
export async function copyPictures(from: string, backup: string): Promise<DumpedPicture[]> {
  await mkdir(picturesDir(backup), { mode: 0o700 });
  const names = await readdir(from).catch(() => []);
  const copied: DumpedPicture[] = [];
  for (const name of names.filter((one) => one.endsWith('.webp')).sort())
    copied.push({ name, ...(await copy(join(from, name), join(picturesDir(backup), name))) });
  return copied;
}
