import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { getModelToken } from '@nestjs/mongoose';
import { Test } from '@nestjs/testing';
import sharp from 'sharp';
import { LOGGER, type Principal, readConfig } from '#libs/platform';
import { PICTURES_CONFIG, picturesConfigSchema } from './pictures.config.js';
import { PicturesModule } from './pictures.module.js';
import { Pictures } from './pictures.service.js';
import { UPLOAD } from './upload.model.js';

const dataDir = mkdtempSync(join(tmpdir(), 'farmgate-pictures-module-'));
/** The URLs of the bucket's PUT requests. */
const put: string[] = [];
let server: Server;
let bucket: Record<string, string>;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'PUT') put.push(request.url ?? '');
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  bucket = { S3_ENDPOINT, S3_BUCKET: 'farm-pictures', S3_ACCESS_KEY_ID: 'key' };
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  put.length = 0;
});

const farmer: Principal = {
  userId: 'a'.repeat(24),
  name: 'Finn',
  role: 'farmer',
  status: 'active',
  farmId: 'f'.repeat(24),
  farmRole: 'owner',
};
/** The part of the model that a first upload of a picture needs. */
const uploads = {
  countDocuments: async () => 0,
  exists: async () => null,
  find: () => ({ limit: () => ({ lean: async () => [] }) }),
  updateOne: async () => ({ upsertedCount: 1 }),
};

/** Uploads one small picture with these settings; returns the names of its files. */
async function upload(settings: Record<string, string>): Promise<string[]> {
  const fakes = new Map<unknown, object>([
    [PICTURES_CONFIG, readConfig(picturesConfigSchema, {}, settings)],
    [LOGGER, { error: () => undefined }],
  ]);
  const module = await Test.createTestingModule({
    imports: [PicturesModule],
  })
    .overrideProvider(getModelToken(UPLOAD))
    .useValue(uploads)
    .useMocker((token) => fakes.get(token))
    .compile();
  const green = { width: 40, height: 40, channels: 3, background: '#7a3' } as const;
  const bytes = await sharp({ create: green }).png().toBuffer();
  const { sizes = [] } = await module.get(Pictures).upload(farmer, async () => bytes);
  await module.close();
  return sizes.map(({ url }) => url.replace('/pictures/', ''));
}

it('stores pictures in the folder that is set', async () => {
  const PICTURES_DIR = join(dataDir, 'pictures');
  const names = await upload({ PICTURES_DIR });
  expect(readdirSync(PICTURES_DIR)).toEqual(names);
  expect(put).toEqual([]);
});

it('keeps them in the bucket alone once there is one, folder or not', async () => {
  const PICTURES_DIR = join(dataDir, 'unused');
  const names = await upload({ ...bucket, S3_SECRET_ACCESS_KEY: 'secret', PICTURES_DIR });
  expect(put).toEqual(names.map((name) => `/farm-pictures/pictures/${name}`));
  expect(existsSync(PICTURES_DIR)).toBe(false);
});

it('does not start with half a bucket', async () => {
  await expect(upload(bucket)).rejects.toThrow(
    /S3_SECRET_ACCESS_KEY: is not set; S3_BUCKET needs it/,
  );
});
